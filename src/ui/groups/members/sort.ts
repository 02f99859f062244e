import { fold } from '../../../domain/resources/keys.ts';
import type { Direction } from '../../../domain/queries.ts';
import type { MemberRow } from '../known/group.ts';

/** What members can be sorted by; `role`: by where it stands. */
export const MEMBER_ORDER = ['role', 'name', 'since', 'seen'] as const;
export type MemberOrder = (typeof MEMBER_ORDER)[number];

export interface MemberSort {
  readonly sort: MemberOrder;
  readonly direction: Direction;
}

const KEY: Readonly<Record<MemberOrder, (row: MemberRow) => number | string | null>> = {
  role: ({ hierarchy }) => hierarchy,
  name: ({ display_name: name }) => fold(name),
  since: ({ since }) => since,
  seen: ({ last_seen: seen }) => seen,
};

/** Members in an order; whoever has nothing to go by comes last either way, and those who are alike by name. */
export function sortMembers(
  members: readonly MemberRow[],
  { sort, direction }: MemberSort,
): readonly MemberRow[] {
  const sign = direction === 'asc' ? 1 : -1;
  return members.toSorted((a, b) => {
    const [one, other] = [KEY[sort](a), KEY[sort](b)];
    if (one === other) return compare(KEY.name(a), KEY.name(b));
    if (one === null || other === null) return one === null ? 1 : -1;
    return sign * compare(one, other);
  });
}

/** The sort that a press on a column's head asks for: the other way round, or what is looked for first. */
export function sortedBy({ sort, direction }: MemberSort, pressed: MemberOrder): MemberSort {
  if (sort === pressed) return { sort, direction: direction === 'asc' ? 'desc' : 'asc' };
  return { sort: pressed, direction: pressed === 'since' || pressed === 'seen' ? 'desc' : 'asc' };
}

function compare(a: number | string | null, b: number | string | null): number {
  if (a === b || a === null || b === null) return 0;
  return a < b ? -1 : 1;
}
