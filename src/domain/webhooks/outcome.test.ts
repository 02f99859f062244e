import fc from 'fast-check';
import { expect, it } from 'vitest';
import { askedWait, verdictOf, waitAfter } from './outcome.ts';

it.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [301, 'again'],
  [400, 'refused'],
  [401, 'refused'],
  [404, 'refused'],
  [408, 'again'],
  [410, 'over'],
  [422, 'refused'],
  [429, 'again'],
  [500, 'again'],
  [503, 'again'],
] as const)('an answer of %i: %s', (status, kind) => {
  expect(verdictOf(status, 'MUSTER').kind).toBe(kind);
});

it.each([401, 403, 404])('Discord says by %i that the webhook was deleted', (status) => {
  expect(verdictOf(status, 'DISCORD')).toEqual({ kind: 'over', cause: 'gone' });
});

it('waits longer from try to try, as long as it is asked to, and no longer than two hours and a half', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((tries) => waitAfter(tries, null, 0) / 1_000);
  expect(waits).toEqual([5, 30, 120, 600, 1_800, 3_600, 7_200, 7_200, 7_200]);
  expect(waitAfter(1, 60_000, 0)).toBe(60_000);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.option(fc.integer({ min: 0 })),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (tries, asked, chance) => {
        const wait = waitAfter(tries, asked, chance);
        expect(wait).toBeGreaterThanOrEqual(5_000);
        expect(wait).toBeLessThanOrEqual(9_000_000);
      },
    ),
  );
});

it.each([
  [undefined, null],
  ['3', 3_000],
  ['0.35', 350],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 60_000],
  ['soon', null],
  ['-5', null],
] as const)('retry-after %s: %s ms', (header, wait) => {
  expect(askedWait(header, 0)).toBe(wait);
});

it('a moment that is over already is no wait', () => {
  expect(askedWait('Thu, 01 Jan 1970 00:01:00 GMT', 90_000)).toBe(0);
});
