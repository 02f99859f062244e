import { expect, it } from 'vitest';
import { CHIEF, GUARD, memberRow, OWNER } from '../known/doubles.ts';
import { sortedBy, sortMembers, type MemberSort } from './sort.ts';

const ada = { ...memberRow('a', 'Ada', OWNER), since: 1, last_seen: 50 };
const bea = { ...memberRow('b', 'bea', GUARD), since: 3, last_seen: null };
const cid = { ...memberRow('c', 'Cid', GUARD), since: 2, last_seen: 90 };
const dan = { ...memberRow('d', 'Dan', null), since: 4, last_seen: 70 };
const eve = { ...memberRow('e', 'Eve', CHIEF), since: 5, last_seen: 60 };
const ALL = [dan, cid, ada, eve, bea].map((row) => ({ ...row, pending: false }));

it.each([
  ['role', 'asc', [ada, eve, bea, cid, dan]],
  ['role', 'desc', [bea, cid, eve, ada, dan]],
  ['name', 'asc', [ada, bea, cid, dan, eve]],
  ['name', 'desc', [eve, dan, cid, bea, ada]],
  ['since', 'asc', [ada, cid, bea, dan, eve]],
  ['seen', 'desc', [cid, dan, eve, ada, bea]],
  ['seen', 'asc', [ada, eve, dan, cid, bea]],
] as const)('members are sorted by %s, %s', (sort, direction, expected) => {
  const names = (rows: readonly { readonly display_name: string }[]) =>
    rows.map(({ display_name: name }) => name);
  expect(names(sortMembers(ALL, { sort, direction }))).toEqual(names(expected));
});

it('a column that is pressed shows the latest or the first of it, and the other way round when pressed again', () => {
  const first: MemberSort = { sort: 'role', direction: 'asc' };
  expect(sortedBy(first, 'seen')).toEqual({ sort: 'seen', direction: 'desc' });
  expect(sortedBy(sortedBy(first, 'seen'), 'seen')).toEqual({ sort: 'seen', direction: 'asc' });
  expect(sortedBy(first, 'name')).toEqual({ sort: 'name', direction: 'asc' });
});
