import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HostClock } from './host-clock.ts';

it('is right to within the fastest hearing, however wrong this clock is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.array(fc.integer({ min: 0, max: 15_000 }), { minLength: 1, maxLength: 20, size: 'max' }),
      (wrong, delays) => {
        const clock = new HostClock();
        for (const [index, delay] of delays.entries()) {
          const at = 1e12 + index * 1_000;
          clock.hear(at, at + delay + wrong);
        }
        const late = Math.min(...delays);
        expect(clock.at(2e12 + wrong)).toBe(2e12 - late);
      },
    ),
  );
});

it('follows a clock that is set again', () => {
  const clock = new HostClock();
  clock.hear(1_000, 500);
  for (let index = 0; index < 20; index++) clock.hear(index, index + 3_600_000);
  expect(clock.at(3_600_000)).toBe(0);
});
