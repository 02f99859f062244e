import { expect, it } from 'vitest';
import type { Change } from './change.ts';
import { Draft, sameRow } from './draft.ts';
import { createRows, mergeChanges } from './state.ts';

const change = (id: string, before: unknown, after: unknown) =>
  ({ table: 'presence', id, before, after }) as unknown as Change;

it('changes of one row come to one, and to none where it is as it was', () => {
  const [first, second, other] = [{ id: 'a' }, { id: 'a' }, { id: 'b' }];
  expect(
    mergeChanges([
      change('a', first, second),
      change('b', undefined, other),
      change('a', second, undefined),
    ]),
  ).toEqual([change('a', first, undefined), change('b', undefined, other)]);
  expect(mergeChanges([change('a', undefined, first), change('a', first, undefined)])).toEqual([]);
  expect(mergeChanges([change('a', first, first)])).toEqual([change('a', first, first)]);
});

it('values are the same by what is in them, and a list is never an object', () => {
  expect(sameRow({ a: [1, { b: null }], c: 2 }, { c: 2, a: [1, { b: null }] })).toBe(true);
  const others = [{}, [], [1, 2], [2], { 0: 1 }, null, undefined, 1, '1'];
  for (const [at, one] of others.entries()) {
    for (const [place, other] of others.entries()) {
      expect(sameRow(one, other)).toBe(at === place);
    }
  }
});

it('a draft in which nothing was written changes nothing', () => {
  const draft = new Draft(createRows());
  draft.put('presence', 'a', undefined);
  expect(draft.changes()).toEqual([]);
});
