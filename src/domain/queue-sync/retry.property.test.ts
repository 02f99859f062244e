import fc from 'fast-check';
import { expect, it } from 'vitest';
import { QUEUE_SYNC_CAUSES } from '../../protocol/queue-sync/limits.ts';
import { BY_AUTHORITY, trusts } from './key.ts';
import { nextLook, retryAfter, WAITS_FOR_SOMEBODY } from './retry.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = 1_800_000_000_000;

it('tries come later and later, at most an hour apart, and a wrong password once a day', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...QUEUE_SYNC_CAUSES),
      fc.integer({ min: 1, max: 1_000 }),
      (cause, tries) => {
        const after = retryAfter(cause, tries);
        expect(after).toBeGreaterThanOrEqual(MINUTE / 2);
        expect(retryAfter(cause, tries + 1)).toBeGreaterThanOrEqual(after);
        const rests = cause === 'no-bucket' || WAITS_FOR_SOMEBODY.includes(cause);
        if (rests) expect(after).toBe(DAY);
        else expect(after).toBeLessThanOrEqual(60 * MINUTE);
      },
    ),
  );
  expect(WAITS_FOR_SOMEBODY).toContain('credentials');
});

it('the file is looked at again when the next entry ends, and within a day', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: NOW - DAY, max: NOW + 2 * DAY }))), (ends) => {
      const next = nextLook(ends, NOW);
      const later = ends.filter((end) => end !== null).filter((end) => end > NOW);
      expect(next).toBe(Math.min(NOW + DAY, ...later));
    }),
  );
});

it('the first key is trusted, then no other but a certificate of an authority', () => {
  expect([trusts(null, 'a'), trusts('a', 'a'), trusts('a', 'b')]).toEqual([true, true, false]);
  expect([trusts('a', BY_AUTHORITY), trusts(BY_AUTHORITY, 'a')]).toEqual([true, false]);
});
