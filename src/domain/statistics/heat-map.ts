import type { HistoryRow } from '../rows.ts';
import type { Zone } from '../zone.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Day 0 of the epoch was a Thursday. */
const THURSDAY = 3;

/** How full a server is at one hour of one weekday. */
export interface HeatCell {
  /** 0 is Monday. */
  readonly weekday: number;
  /** 0 to 23, by the zone's clock. */
  readonly hour: number;
  /** The mean of the most players of each such hour; null: of none is anything known. */
  readonly players: number | null;
  /** Of how many hours. */
  readonly hours: number;
}

/**
 * Players by weekday and hour of a zone's clock, Monday 0 o'clock first: 168 cells. On the day on which the clock is
 * put back the hour that comes twice counts as two, on the other one the hour that is skipped not at all.
 */
export function heatMap(points: HistoryRow['points'], zone: Zone): readonly HeatCell[] {
  /** The most of each hour; two that show the same time are two. */
  const most = new Map<number, number>();
  for (const { at, players } of points) {
    if (players === null) continue;
    const hour = Math.floor(at / HOUR);
    most.set(hour, Math.max(most.get(hour) ?? 0, players));
  }
  const sums = Array.from({ length: 7 * 24 }, () => ({ players: 0, hours: 0 }));
  for (const [hour, players] of most) {
    const sum = sums[placeOf(zone.local(hour * HOUR))];
    if (sum === undefined) continue;
    sum.players += players;
    sum.hours += 1;
  }
  return sums.map(({ players, hours }, place) => ({
    weekday: Math.floor(place / 24),
    hour: place % 24,
    players: hours === 0 ? null : players / hours,
    hours,
  }));
}

function placeOf(local: number): number {
  const day = Math.floor(local / DAY);
  return ((day + THURSDAY) % 7) * 24 + Math.floor((local - day * DAY) / HOUR);
}

/** The weekday and hour with the most players; null where nothing is known, or nobody came. */
export function busiest(cells: readonly HeatCell[]): HeatCell | null {
  let found: HeatCell | null = null;
  for (const cell of cells) {
    if ((cell.players ?? 0) > (found?.players ?? 0)) found = cell;
  }
  return found;
}
