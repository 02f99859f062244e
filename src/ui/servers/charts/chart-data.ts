/** What a population chart draws: pure, and on a regular grid, so that a gap is a gap. */
import type { HistoryRow } from '../../../domain/rows.ts';
import type { Zone } from '../../../domain/zone.ts';
import {
  POPULATION_BEFORE,
  POPULATION_SPAN,
  type PopulationSpan,
} from '../../../protocol/servers/population.ts';
import { formatDayOfWeek, formatHour, formatShortDay } from '../../text/format.ts';
import type { Locale } from '../../text/locale.ts';

type History = Pick<HistoryRow, 'span' | 'before' | 'step' | 'points'>;

/** A value of a step: null is a gap, undefined a single step without one, over which the line goes on. */
type Value = number | null | undefined;

/** The chart as columns of equal length, one place for each step of its span. */
export interface ChartColumns {
  /** Milliseconds. */
  readonly step: number;
  /** The beginnings of the steps, in seconds. */
  readonly times: readonly number[];
  readonly players: readonly Value[];
  readonly slots: readonly Value[];
  readonly queue: readonly (number | null)[];
  /** Players of the span that is compared, at the same time of day; empty where there is none. */
  readonly before: readonly Value[];
}

const DAY = 86_400_000;

/**
 * The columns of a span that ends now. What is compared stands where the zone's clock showed the same, whole days
 * earlier, and both in the coarser of their steps: a step has its highest figures.
 */
export function chartColumns(
  history: History,
  now: number,
  compared: { readonly history: History; readonly zone: Zone } | null = null,
): ChartColumns {
  const step = Math.max(history.step, compared?.history.step ?? 0) * 1_000;
  const count = Math.round((POPULATION_SPAN[history.span] * 1_000) / step);
  const last = floor(Math.max(now, history.points.at(-1)?.at ?? 0), step);
  const from = last - (count - 1) * step;
  const placeOf = (at: number) => (floor(at, step) - from) / step;
  const players = fill<Value>(count, undefined);
  const slots = fill<Value>(count, undefined);
  const queue = fill<number | null>(count, null);
  for (const point of history.points) {
    const place = placeOf(point.at);
    if (place < 0 || place >= count) continue;
    players[place] = most(players[place], point.players);
    slots[place] = point.slots ?? slots[place] ?? null;
    queue[place] = most(queue[place], point.queue) ?? null;
  }
  const before = compared === null ? [] : fill<Value>(count, undefined);
  if (compared !== null) {
    const days = POPULATION_BEFORE[compared.history.before ?? '1d'];
    for (const point of compared.history.points) {
      const local = compared.zone.local(point.at) + days * DAY;
      const place = placeOf(compared.zone.moments(local)[0] ?? 0);
      if (place >= 0 && place < count) before[place] = most(before[place], point.players);
    }
  }
  return {
    step,
    times: Array.from({ length: count }, (_, place) => (from + place * step) / 1_000),
    players: withGaps(players),
    slots: withGaps(slots),
    queue,
    before: withGaps(before),
  };
}

function fill<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value);
}

function floor(at: number, step: number): number {
  return at - (at % step);
}

/** The higher of two figures, of which either may be unknown. */
function most(one: Value, other: number | null): Value {
  if (typeof one !== 'number') return other;
  return other === null ? one : Math.max(one, other);
}

/** One step alone without an observation came a moment too late; more are a gap. */
function withGaps(values: readonly Value[]): Value[] {
  return values.map((value, place) => {
    if (value !== undefined) return value;
    const between = typeof values[place - 1] === 'number' && typeof values[place + 1] === 'number';
    return between ? undefined : null;
  });
}

/** Lowest, highest and last known player count; null where none is known. */
export function chartSummary(
  history: Pick<HistoryRow, 'points'>,
): { readonly min: number; readonly max: number; readonly last: number } | null {
  const known = history.points.flatMap((point) => point.players ?? []);
  const last = known.at(-1);
  return last === undefined ? null : { min: Math.min(...known), max: Math.max(...known), last };
}

const ROWS = 24;

export interface ChartTableRow {
  readonly at: number;
  readonly min: number;
  readonly max: number;
  /** The most players of what is compared; null where that is not known. */
  readonly before: number | null;
}

/** The chart as at most 24 rows of equal length: fewest and most players of each that has any. */
export function chartRows(columns: ChartColumns): readonly ChartTableRow[] {
  const each = Math.ceil(columns.times.length / ROWS);
  return Array.from({ length: ROWS }, (_, row) => {
    const part = (values: readonly Value[]) =>
      values.slice(row * each, (row + 1) * each).filter((value) => typeof value === 'number');
    const players = part(columns.players);
    const before = part(columns.before);
    return {
      at: (columns.times[row * each] ?? 0) * 1_000,
      min: Math.min(...players),
      max: Math.max(...players),
      before: before.length === 0 ? null : Math.max(...before),
    };
  }).filter(({ max }) => Number.isFinite(max));
}

/** The places of known values without a known neighbour: a line cannot show them. */
export function lonePoints(values: readonly Value[]): number[] {
  const known = (place: number) => values[place] === undefined || values[place] !== null;
  return [...values.keys()].filter(
    (place) =>
      typeof values[place] === 'number' &&
      !(place > 0 && known(place - 1)) &&
      !(place < values.length - 1 && known(place + 1)),
  );
}

/** How far the labels below a chart may stand apart, in seconds; undefined: as they fit. */
export function axisSteps(span: PopulationSpan): number[] | undefined {
  return isLong(span) ? [1, 2, 7, 14].map((days) => (days * DAY) / 1_000) : undefined;
}

function isLong(span: PopulationSpan): boolean {
  return POPULATION_SPAN[span] * 1_000 > DAY;
}

/** Labels for the moments below a chart (seconds), by the locale: hours of a day, days of more. */
export function axisLabels(
  moments: readonly number[],
  span: PopulationSpan,
  locale: Locale,
): string[] {
  const format = !isLong(span) ? formatHour : span === '7d' ? formatDayOfWeek : formatShortDay;
  return moments.map((seconds) => format(seconds * 1_000, locale));
}

/** What a key makes of the place that is read; null: nothing is read. Undefined: it is no key of the chart. */
export function movedCursor(
  key: string,
  place: number | null,
  count: number,
): number | null | undefined {
  const last = count - 1;
  const wide = Math.max(1, Math.round(count / ROWS));
  const by = STEPS[key];
  if (by !== undefined) {
    // The first key reads the newest.
    if (place === null) return last;
    const step = by.wide ? wide : 1;
    return Math.min(last, Math.max(0, place + by.direction * step));
  }
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return key === 'Escape' && place !== null ? null : undefined;
}

const STEPS: Readonly<Record<string, { readonly direction: 1 | -1; readonly wide: boolean }>> = {
  ArrowLeft: { direction: -1, wide: false },
  ArrowDown: { direction: -1, wide: false },
  ArrowRight: { direction: 1, wide: false },
  ArrowUp: { direction: 1, wide: false },
  PageDown: { direction: -1, wide: true },
  PageUp: { direction: 1, wide: true },
};
