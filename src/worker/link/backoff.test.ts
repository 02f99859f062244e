import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoff } from './backoff.ts';

describe('the back-off', () => {
  it('is full jitter below a bound that doubles from half a second to 30 s', () => {
    const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.nat(), unit, (attempt, drawn) => {
        const bound = Math.min(30_000, 500 * 2 ** attempt);
        expect(backoff(attempt, () => drawn)).toBe(Math.round(drawn * bound));
      }),
    );
    expect(backoff(0, () => 0)).toBe(0);
    expect([0, 1, 5, 6, 1_000].map((attempt) => backoff(attempt, () => 0.999_999))).toEqual([
      500, 1_000, 16_000, 30_000, 30_000,
    ]);
  });
});
