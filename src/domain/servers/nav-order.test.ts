import fc from 'fast-check';
import { expect, it } from 'vitest';
import { movedOrder } from './nav-order.ts';

const IDS = ['a', 'b', 'c', 'd', 'e'];

it.each([
  ['a placed one among the placed', 2, 0, 1, ['b', 'a']],
  ['one of the others among the placed', 2, 4, 0, ['e', 'a', 'b']],
  ['one of the others up among the others, which places all before it', 1, 4, 2, ['a', 'b', 'e']],
  ['a placed one down among the others', 1, 0, 2, ['b', 'c', 'a']],
  ['nothing', 2, 1, 1, ['a', 'b']],
])('moves %s', (_, placed, from, to, expected) => {
  const after = movedOrder(IDS, placed, from, to);
  expect(after.ids.slice(0, after.placed)).toEqual(expected);
});

it('loses and doubles nobody, puts what was moved where it was put, and gives it a place', () => {
  const place = fc.integer({ min: 0, max: 4 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5 }), place, place, (placed, from, to) => {
      const after = movedOrder(IDS, placed, from, to);
      expect([...after.ids].toSorted()).toEqual(IDS);
      expect(after.ids[to]).toBe(IDS[from]);
      if (from !== to) expect(after.placed).toBeGreaterThan(to);
      expect(after.placed).toBeGreaterThanOrEqual(placed);
    }),
  );
});
