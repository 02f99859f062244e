import fc from 'fast-check';
import { expect, it } from 'vitest';
import { freshOf } from './fresh.ts';

/** Somebody who is asked for by who they are, or by what a game knows them by. */
const asked = fc.record({
  who: fc.integer({ min: 0, max: 3 }),
  byPerson: fc.boolean(),
  until: fc.option(fc.integer({ min: 1, max: 3 })),
});

const wantedOf = ({
  who,
  byPerson,
  until,
}: {
  who: number;
  byPerson: boolean;
  until: number | null;
}) => {
  const [person, game] = [[`person ${who}`], [`steam ${who}`, `battleye ${who}`]];
  return byPerson
    ? { who, keys: person, instead: game.map((key) => [key]), until }
    : { who, keys: game, instead: [person], until };
};

it('takes each person once, for as long as they are asked for, by whatever they are asked for', () => {
  fc.assert(
    fc.property(fc.array(asked), (all) => {
      const fresh = freshOf(all.map(wantedOf), []);
      const latest = new Map<number, number>();
      for (const { who, until } of all) {
        latest.set(who, Math.max(latest.get(who) ?? 0, until ?? Infinity));
      }
      expect(new Map(fresh.map(({ who, until }) => [who, until ?? Infinity]))).toEqual(latest);
      expect(fresh).toHaveLength(latest.size);
    }),
  );
});

it('takes nobody whom the list finds already, by either, but whoever it finds for a shorter time', () => {
  const [byGame, byPerson] = [false, true].map((one) =>
    wantedOf({ who: 1, byPerson: one, until: 2 }),
  );
  const person = (until: number | null) => [{ key: 'person 1', until }];
  expect(freshOf([byGame!, byPerson!], person(null))).toEqual([]);
  expect(freshOf([byGame!], person(1))).toEqual([byGame]);
  expect(freshOf([byPerson!], [{ key: 'steam 1', until: 2 }])).toEqual([]);
  expect(freshOf([byGame!], [{ key: 'battleye 1', until: 2 }])).toEqual([byGame]);
});
