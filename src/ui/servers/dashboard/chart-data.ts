import type { HistoryRow } from '../../../domain/rows.ts';
import { POPULATION_SPAN } from '../../../protocol/servers/calls.ts';
import { formatHour, formatShortDay } from '../../text/format.ts';
import type { Locale } from '../../text/locale.ts';

/** Columns for the chart: seconds, players, slots. A gap longer than two steps is a gap in the line. */
export function chartData(
  history: Pick<HistoryRow, 'points' | 'step'>,
): [number[], (number | null)[], (number | null)[]] {
  const times: number[] = [];
  const players: (number | null)[] = [];
  const slots: (number | null)[] = [];
  let last: number | null = null;
  for (const point of history.points) {
    const at = point.at / 1_000;
    if (last !== null && at - last > 2 * history.step) {
      times.push(last + history.step);
      players.push(null);
      slots.push(null);
    }
    times.push(at);
    players.push(point.players);
    slots.push(point.slots);
    last = at;
  }
  return [times, players, slots];
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

/** The chart as at most 24 rows of equal length: fewest and most players of each that has any. */
export function chartRows(
  history: Pick<HistoryRow, 'points' | 'span'>,
): readonly { readonly at: number; readonly min: number; readonly max: number }[] {
  const length = (POPULATION_SPAN[history.span].seconds * 1_000) / ROWS;
  const rows = new Map<number, { at: number; min: number; max: number }>();
  for (const { at, players } of history.points) {
    if (players === null) continue;
    const begin = at - (at % length);
    const row = rows.get(begin);
    if (row === undefined) rows.set(begin, { at: begin, min: players, max: players });
    else {
      row.min = Math.min(row.min, players);
      row.max = Math.max(row.max, players);
    }
  }
  return [...rows.values()];
}

/** The places of known values without a known neighbour: a line cannot show them. */
export function lonePoints(values: readonly (number | null)[]): number[] {
  const known = (place: number) => typeof values[place] === 'number';
  return [...values.keys()].filter(
    (place) => known(place) && !known(place - 1) && !known(place + 1),
  );
}

/** Labels for the moments below a chart (seconds), by the locale: hours of a day, days of more. */
export function axisLabels(
  moments: readonly number[],
  span: HistoryRow['span'],
  locale: Locale,
): string[] {
  const format = span === '24h' ? formatHour : formatShortDay;
  return moments.map((seconds) => format(seconds * 1_000, locale));
}
