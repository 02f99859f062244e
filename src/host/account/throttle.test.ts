import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Failures } from '../identity/lock-out.ts';
import { decideThrottled } from './throttle.ts';

const HALF_MINUTE = 30_000;
const DAY = 86_400_000;

it('takes twenty at once, and then one each half minute', () => {
  let known: Failures | null = null;
  const taken: number[] = [];
  for (let now = 0; now < 300_000; now += 1_000) {
    for (let tried = 0; tried < 3; tried += 1) {
      const attempt = decideThrottled(known, now);
      if (attempt.kind === 'locked') continue;
      known = attempt.next;
      taken.push(now);
    }
  }
  expect(taken.slice(0, 20).at(-1)).toBe(6_000);
  expect(taken.slice(20)).toEqual(Array.from({ length: 9 }, (_, n) => (n + 1) * HALF_MINUTE));
});

it('never makes anybody wait for more than half a minute, nor lets through more than it should', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 400, size: 'max' }),
      (gaps) => {
        let known: Failures | null = null;
        let now = 1_000_000;
        let taken = 0;
        for (const gap of gaps) {
          now += gap;
          const attempt = decideThrottled(known, now);
          if (attempt.kind === 'locked') {
            expect(attempt.until).toBeGreaterThan(now);
            expect(attempt.until - now).toBeLessThanOrEqual(HALF_MINUTE);
            expect(decideThrottled(known, attempt.until).kind).toBe('allowed');
          } else {
            known = attempt.next;
            taken += 1;
          }
        }
        expect(taken).toBeLessThanOrEqual(20 + (now - 1_000_000) / HALF_MINUTE + 1);
      },
    ),
  );
});

it('forgets what was tried once it has waited long enough', () => {
  const known = { failures: 20, last_at: 0, locked_until: 0 };
  expect(decideThrottled(known, DAY)).toMatchObject({ kind: 'allowed', next: { failures: 1 } });
});
