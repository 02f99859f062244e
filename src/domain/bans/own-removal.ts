/**
 * What became of a list whose numbers are positions, where one entry was removed and somebody else may have changed it in the
 * same moment.
 */
import type { GameBan, GameList } from './game-list.ts';

type Row = GameList['bans'][number];
const MINUTE = 60_000;

/** The same entry at two readings: its minutes are counted down between them, and one that is over has none. */
export function isSameEntry(a: GameBan, b: GameBan): boolean {
  const ends = (ban: GameBan) => ban.until ?? Number.POSITIVE_INFINITY;
  return (
    a.identity === b.identity &&
    a.reason === b.reason &&
    (ends(a) === ends(b) || Math.abs(ends(a) - ends(b)) < 2 * MINUTE)
  );
}

/** The entries of `before` that `after` has no more, from the first on. */
export function missingEntries(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  const left = new Map<string, number>();
  const keyOf = ({ identity, reason }: Row) => `${identity} ${reason}`;
  for (const row of after) left.set(keyOf(row), (left.get(keyOf(row)) ?? 0) + 1);
  return before.filter((row) => {
    const rest = left.get(keyOf(row)) ?? 0;
    left.set(keyOf(row), rest - 1);
    return rest <= 0;
  });
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
    rest.every(({ identity, reason }, at) => {
      const now = after[at];
      return now?.identity === identity && now.reason === reason;
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
  if (missing.includes(meant)) {
    const behind = before[before.indexOf(meant) + 1];
    return missing.find((row) => row === behind) ?? null;
  }
  return missing.find(({ number }) => number > meant.number) ?? null;
}
