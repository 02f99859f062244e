import fc from 'fast-check';
import { expect, it } from 'vitest';
import { REMOTE_CAUSE } from '../../protocol/federation/limits.ts';
import { ASKED_EVERY, askAfter } from './retry.ts';

const HOUR = 3_600_000;

it('the wait grows with each try in vain, and never beyond an hour and a half', () => {
  const cause = fc.constantFrom(...REMOTE_CAUSE);
  const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  fc.assert(
    fc.property(cause, fc.integer({ min: 1, max: 1_000 }), chance, (why, tries, chanced) => {
      const wait = askAfter(why, tries, chanced);
      expect(wait).toBeGreaterThanOrEqual(askAfter(why, tries, 0));
      expect(askAfter(why, tries + 1, 0)).toBeGreaterThanOrEqual(askAfter(why, tries, 0));
      expect(wait).toBeGreaterThanOrEqual(ASKED_EVERY);
      expect(wait).toBeLessThanOrEqual(1.5 * HOUR);
    }),
  );
});

it('what comes back by itself is tried again within a quarter of an hour, however long it was away', () => {
  expect(askAfter('unreachable', 1_000, 0.999)).toBeLessThan(HOUR / 4);
  expect(askAfter(null, 0, 0)).toBe(ASKED_EVERY);
});
