import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decideAttempt, type Failures } from './lock-out.ts';

function failTimes(count: number, now: number): Failures {
  let known: Failures | null = null;
  for (let made = 0; made < count; made += 1) {
    const attempt = decideAttempt(known, known === null ? now : Math.max(now, known.locked_until));
    if (attempt.kind === 'locked') throw new Error('It was not to be locked.');
    known = attempt.next;
  }
  if (known === null) throw new Error('No attempt was made.');
  return known;
}

it('leaves four failures free, and locks for 30 s with the fifth', () => {
  expect(failTimes(4, 1_000).locked_until).toBe(1_000);
  expect(failTimes(5, 1_000).locked_until).toBe(31_000);
  expect(decideAttempt(failTimes(5, 1_000), 30_999)).toEqual({ kind: 'locked', until: 31_000 });
  expect(decideAttempt(failTimes(5, 1_000), 31_000).kind).toBe('allowed');
});

it('locks for twice as long each time, and never for more than an hour', () => {
  const locks = [6, 7, 20].map((count) => {
    const { last_at: at, locked_until: until } = failTimes(count, 0);
    return until - at;
  });
  expect(locks).toEqual([60_000, 120_000, 3_600_000]);
});

it('forgets failures after a day without any', () => {
  const known = failTimes(9, 0);
  const attempt = decideAttempt(known, known.last_at + 86_400_001);
  expect(attempt).toMatchObject({ kind: 'allowed', next: { failures: 1 } });
});

it('lets nobody try more than 40 times in a day, however they space it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 7_200_000 }), { maxLength: 300, size: 'max' }),
      (gaps) => {
        let known: Failures | null = null;
        let now = 0;
        const allowed: number[] = [];
        for (const gap of gaps) {
          now += gap;
          const attempt = decideAttempt(known, now);
          if (attempt.kind === 'locked') continue;
          known = attempt.next;
          allowed.push(now);
        }
        for (const start of allowed) {
          const within = allowed.filter((at) => at >= start && at < start + 86_400_000);
          expect(within.length).toBeLessThanOrEqual(40);
        }
      },
    ),
  );
});
