import type { StreamHead } from './read.ts';

/** More than this behind, and a snapshot is cheaper than what was missed. */
export const MAX_BACKLOG = { stream: 2_000, total: 20_000 } as const;

/** A stream to follow, with the newest position that the client holds; undefined where it holds nothing. */
export interface Wanted {
  readonly stream: string;
  readonly cursor: number | undefined;
}

/** How a stream begins for a follower: what was missed follows, or a snapshot has to be taken. */
export interface Resume {
  readonly stream: string;
  readonly head: number;
  /** The backlog begins after it; undefined: nothing was missed or a snapshot is needed. */
  readonly after: number | undefined;
  readonly resumed: boolean;
  /** Why a cursor was refused; undefined where none was offered, or it holds. */
  readonly refused: 'expired' | 'overflow' | 'rebuilt' | undefined;
}

/** Decides for each stream whether it can be resumed. The smallest backlogs go first. Pure. */
export function decideResume(
  wanted: readonly Wanted[],
  heads: ReadonlyMap<string, StreamHead>,
): readonly Resume[] {
  let left: number = MAX_BACKLOG.total;
  const missed = ({ stream, cursor }: Wanted) => (heads.get(stream)?.head ?? 0) - (cursor ?? 0);
  const decided = new Map<string, Resume>();
  for (const want of wanted.toSorted((a, b) => missed(a) - missed(b))) {
    const { head, floor } = heads.get(want.stream) ?? { head: 0, floor: 0 };
    const { stream, cursor } = want;
    const refuse = (refused: Resume['refused']) =>
      decided.set(stream, { stream, head, after: undefined, resumed: false, refused });
    if (cursor === undefined) refuse(undefined);
    else if (cursor > head) refuse('rebuilt');
    else if (cursor < floor) refuse('expired');
    else if (head - cursor > Math.min(left, MAX_BACKLOG.stream)) refuse('overflow');
    else {
      left -= head - cursor;
      const after = cursor === head ? undefined : cursor;
      decided.set(stream, { stream, head, after, resumed: true, refused: undefined });
    }
  }
  return wanted.flatMap(({ stream }) => decided.get(stream) ?? []);
}
