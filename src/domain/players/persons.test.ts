import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { personsOf, type Join, type Standing } from './persons.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const id = fc.constantFrom(...ids);
const join = fc.record({ one: id, other: id });
const joins = fc.array(join, { maxLength: 8 });
/** Few moments, so that some were seen first at the same one. */
const standing = fc.record({ account: fc.boolean(), firstSeen: fc.option(fc.nat(2)) });
const standings = fc.tuple(...ids.map(() => standing)).map(
  (all) =>
    (one: string): Standing =>
      all[ids.indexOf(one)]!,
);
const shown = (all: readonly Join[], standingOf: (id: string) => Standing) => {
  const persons = personsOf(all, standingOf);
  return ids.map((one) => persons.get(one) ?? one);
};

describe('ids that are joined', () => {
  it('are one person, and nobody else is', () => {
    fc.assert(
      fc.property(joins, standings, (all, standingOf) => {
        const person = shown(all, standingOf);
        const reached = (from: string): ReadonlySet<string> => {
          const found = new Set([from]);
          for (const one of found) {
            for (const each of all) {
              if (each.one === one) found.add(each.other);
              if (each.other === one) found.add(each.one);
            }
          }
          return found;
        };
        for (const one of ids) {
          const same = ids.filter((_, at) => person[at] === person[ids.indexOf(one)]);
          expect(new Set(same)).toEqual(reached(one));
        }
      }),
    );
  });

  it('are the same persons in whatever order the joins came, or which id came first in them', () => {
    fc.assert(
      fc.property(
        joins.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        standings,
        ([all, mixed], standingOf) => {
          const turned = mixed.map(({ one, other }) => ({ one: other, other: one }));
          expect(shown(turned, standingOf)).toEqual(shown(all, standingOf));
        },
      ),
    );
  });

  it('are shown as the account, else as who was seen first, else as the smaller id', () => {
    const all = [
      { one: 'b', other: 'c' },
      { one: 'c', other: 'a' },
    ];
    const seen =
      (of: Readonly<Record<string, number | null>>, account = '') =>
      (one: string) => {
        return { account: one === account, firstSeen: of[one] ?? null };
      };
    const personOf = (standingOf: (id: string) => Standing) => personsOf(all, standingOf).get('b');
    expect(personOf(seen({ a: 1, b: 2, c: 3 }, 'c'))).toBe('c');
    expect(personOf(seen({ a: 2, b: 1, c: 3 }))).toBe('b');
    expect(personOf(seen({ a: 2, b: 2, c: 3 }))).toBe('a');
    expect(personOf(seen({ a: null, b: 2, c: null }))).toBe('b');
  });
});
