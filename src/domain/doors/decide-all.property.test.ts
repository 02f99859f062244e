import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { modules } from '../../protocol/modules/fields.ts';
import { MODULES_UNSET } from '../../protocol/modules/limits.ts';
import { decideAll, type Guest } from './decide-all.ts';
import type { Door } from './rule.ts';

const NOW = 1_800_000_000_000;
const AMERICAN = 'US';

/** Everybody on a server that keeps out one country; each stay by its place in the list, some have come at the same time. */
const crowd: fc.Arbitrary<Guest[]> = fc
  .array(
    fc.record({
      joinedAt: fc.integer({ min: 0, max: 5 }),
      here: fc.boolean(),
      known: fc.boolean(),
      reserved: fc.boolean(),
      country: fc.constantFrom('DE', AMERICAN),
    }),
    { maxLength: 12 },
  )
  .map((people) =>
    people.map((one, at): Guest => ({
      ...one,
      id: String.fromCodePoint(97 + at),
      person: { ids: [], identities: [], addresses: [] },
      whitelisted: false,
      named: [],
      said: [],
      pings: [],
      warnedOfPing: null,
      steam: null,
      network: null,
    })),
  );

const doorOf = (active: boolean, amount: number): Door => ({
  lists: [],
  whitelists: 0,
  canWarn: true,
  modules: modules.parse({
    ...MODULES_UNSET,
    geoblocking: { active: true, countries: [AMERICAN], invert: false },
    reserved_slots: { active, amount },
  }),
});

/** Whom the last slots send away. */
function sentAway(
  guests: readonly Guest[],
  amount: number,
  slots: number | null,
): readonly Guest[] {
  const decisions = decideAll(guests, doorOf(true, amount), slots, NOW);
  return guests.filter((_, at) => {
    const decision = decisions[at];
    return decision?.verdict === 'kick' && decision.because.rule === 'reserved-slot';
  });
}

const amounts = fc.integer({ min: 1, max: 6 });
const takesPlace = ({ here, known, country }: Guest) => here && known && country !== AMERICAN;

it('of those without a reserved slot only as many stay as the kept slots leave, and the newest of them go', () => {
  fc.assert(
    fc.property(crowd, amounts, fc.integer({ min: 1, max: 12 }), (guests, amount, slots) => {
      const on = guests.filter(takesPlace);
      const holders = on.filter(({ reserved }) => reserved);
      const others = on.filter(({ reserved }) => !reserved);
      const gone = new Set(sentAway(guests, amount, slots));
      const most = Math.max(0, slots - Math.max(amount, holders.length));
      expect(gone.size).toBe(Math.max(0, others.length - most));
      const stay = others.filter((one) => !gone.has(one));
      for (const one of gone) {
        expect(others).toContain(one);
        for (const other of stay) expect(other.joinedAt).toBeLessThanOrEqual(one.joinedAt);
      }
    }),
  );
});

it('in whatever order they are read, the same have to leave', () => {
  fc.assert(
    fc.property(crowd, amounts, fc.integer({ min: 1, max: 12 }), (guests, amount, slots) => {
      const ids = (of: readonly Guest[]) => of.map(({ id }) => id).toSorted();
      const gone = ids(sentAway(guests, amount, slots));
      expect(ids(sentAway(guests.toReversed(), amount, slots))).toEqual(gone);
    }),
  );
});

it('once they have left, nobody else has to', () => {
  fc.assert(
    fc.property(crowd, amounts, fc.integer({ min: 1, max: 12 }), (guests, amount, slots) => {
      const gone = new Set(sentAway(guests, amount, slots));
      const left = guests.filter((one) => !gone.has(one));
      expect(sentAway(left, amount, slots)).toEqual([]);
    }),
  );
});

it('where the game does not say its slots, or nothing is kept free, nobody has to leave for it', () => {
  fc.assert(
    fc.property(crowd, amounts, (guests, amount) => {
      expect(sentAway(guests, amount, null)).toEqual([]);
      const rules = decideAll(guests, doorOf(false, amount), 1, NOW).flatMap((decision) =>
        decision.verdict === 'let-in' ? [] : [decision.because.rule],
      );
      expect(rules).not.toContain('reserved-slot');
    }),
  );
});
