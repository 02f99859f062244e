import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeOfDay } from './time-of-day.ts';

const HOUR = 3_600_000;

test('days and nights pass at their own speeds', () => {
  const acceleration = { day: 4, night: 8 };
  expect(timeOfDay(8 * 60, 0, acceleration)).toBe(8 * 60);
  expect(timeOfDay(8 * 60, HOUR, acceleration)).toBeCloseTo(12 * 60);
  expect(timeOfDay(8 * 60, 3.5 * HOUR, acceleration)).toBeCloseTo(0);
  expect(timeOfDay(8 * 60, 4.25 * HOUR, acceleration)).toBeCloseTo(6 * 60);
});

test('the time is always within a day', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1439 }),
      fc.integer({ min: 0, max: 1_000 * HOUR }),
      fc.double({ min: 0.1, max: 64, noNaN: true }),
      fc.double({ min: 0.1, max: 64, noNaN: true }),
      (start, elapsed, day, night) => {
        const time = timeOfDay(start, elapsed, { day, night });
        expect(time).toBeGreaterThanOrEqual(0);
        expect(time).toBeLessThan(1440);
      },
    ),
  );
});
