import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { layOutGroups, linesOf } from './group-layout.ts';

const groups = [
  { key: 'a', servers: 3 },
  { key: 'b', servers: 0 },
  { key: 'c', servers: 100 },
  { key: 'd', servers: 2 },
];

it('has a line for each heading, and one for each server of a group that is open', () => {
  expect(linesOf(groups, [])).toBe(109);
  expect(linesOf(groups, ['c', 'gone'])).toBe(9);
});

it('draws of a long group the servers on the screen, and its heading', () => {
  expect(layOutGroups(groups, [], { first: 20, end: 30 })).toEqual({
    before: 5,
    groups: [{ key: 'c', servers: 100, at: 5, first: 14, end: 24, open: true }],
    behind: 3,
  });
});

it('draws of a closed group its heading alone', () => {
  expect(layOutGroups(groups, ['c'], { first: 4, end: 9 }).groups).toEqual([
    { key: 'b', servers: 0, at: 4, first: 0, end: 0, open: true },
    { key: 'c', servers: 100, at: 5, first: 0, end: 0, open: false },
    { key: 'd', servers: 2, at: 6, first: 0, end: 2, open: true },
  ]);
});

it('draws every line of a window once, and leaves room for all others', () => {
  const some = fc.array(fc.nat({ max: 30 }), { maxLength: 12 });
  fc.assert(
    fc.property(
      some,
      fc.nat(200),
      fc.nat(60),
      fc.func(fc.boolean()),
      (sizes, first, more, isOpen) => {
        const all = sizes.map((servers, index) => ({ key: String(index), servers }));
        const closed = all.filter(({ key }) => !isOpen(key)).map(({ key }) => key);
        const {
          before,
          groups: drawn,
          behind,
        } = layOutGroups(all, closed, {
          first,
          end: first + more,
        });
        const within = drawn.reduce((sum, { servers, open }) => sum + 1 + (open ? servers : 0), 0);
        expect(before + within + behind).toBe(linesOf(all, closed));
        const lines = drawn.flatMap(({ at, first: from, end }) =>
          Array.from({ length: end - from }, (_, place) => at + 1 + from + place),
        );
        expect(lines.every((line) => line >= first && line < first + more)).toBe(true);
        expect(new Set(lines).size).toBe(lines.length);
      },
    ),
  );
});
