/**
 * What became of a list whose numbers are positions, where one entry was removed and somebody else may have changed it in the
 * same moment.
 */
import type { GameBan, GameList } from './game-list.ts';

type Row = GameList['bans'][number];
const MINUTE = 60_000;

/** The same entry at two readings: its minutes are counted down between them, and one that is over has none. */
export function isSameEntry(a: GameBan, b: GameBan): boolean {
  return a.identity === b.identity && a.reason === b.reason && apart(a.until, b.until) < 2 * MINUTE;
}

/**
 * The entries of `before` that `after` has no more. Of alike ones, which differ by their ends alone, each of `after` is the one
 * whose end is nearest; where those are the same, the last counts as gone.
 */
export function missingEntries(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  const alike = new Map<string, Set<Row>>();
  for (const row of before) {
    const rows = alike.get(keyOf(row)) ?? new Set();
    alike.set(keyOf(row), rows.add(row));
  }
  for (const row of after) {
    const rows = alike.get(keyOf(row));
    const nearest = rows && nearestTo(row, rows);
    if (nearest !== undefined) rows?.delete(nearest);
  }
  return before.filter((row) => alike.get(keyOf(row))?.has(row));
}

function nearestTo({ until }: Row, rows: ReadonlySet<Row>): Row | undefined {
  let nearest: Row | undefined;
  for (const row of rows) {
    if (nearest === undefined || apart(row.until, until) < apart(nearest.until, until))
      nearest = row;
  }
  return nearest;
}

function keyOf({ identity, reason }: Row): string {
  return `${identity} ${reason}`;
}

/** How far two ends are from each other, ms. */
function apart(a: GameBan['until'], b: GameBan['until']): number {
  return a === b ? 0 : Math.abs((a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY));
}

/** Whether nothing but `removed` is another than it was. */
export function isAsExpected(
  before: readonly Row[],
  removed: Row | null,
  after: readonly Row[],
): boolean {
  const rest = before.filter((row) => row !== removed);
  return (
    rest.length === after.length &&
    rest.every((row, at) => {
      const now = after[at];
      return now !== undefined && isSameEntry(row, now);
    })
  );
}

/**
 * Which entry went in the place of `meant`, whose number was asked to be removed: one before it had gone in the moment between,
 * and those behind had moved up. null: the right one went, or none. Where somebody else removed `meant` in that moment, it
 * is the one behind: that they removed just that one looks the same, and a ban too many is seen, one too few is not.
 */
export function wronglyRemoved(
  before: readonly Row[],
  meant: Row,
  after: readonly Row[],
): Row | null {
  const missing = missingEntries(before, after);
  const behind = before[before.indexOf(meant) + 1];
  // Of alike ones it is not known which has gone.
  const next = missing.find((row) => behind !== undefined && isSameEntry(row, behind));
  if (next !== undefined || missing.includes(meant)) return next ?? null;
  return missing.find(({ number }) => number > meant.number) ?? null;
}
