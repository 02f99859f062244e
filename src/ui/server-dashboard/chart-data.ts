import type { HistoryRow } from '../../domain/rows.ts';

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
