import { expect, test } from 'vitest';
import { lastForcedWipe, nextForcedWipe } from './wipe.ts';

test('the forced wipe is on the first Thursday at seven in the evening of London', () => {
  expect(nextForcedWipe(Date.UTC(2026, 0, 1))).toBe(Date.UTC(2026, 0, 1, 19));
  expect(nextForcedWipe(Date.UTC(2026, 6, 1))).toBe(Date.UTC(2026, 6, 2, 18));
  expect(lastForcedWipe(Date.UTC(2026, 0, 1, 18))).toBe(Date.UTC(2025, 11, 4, 19));
  expect(lastForcedWipe(Date.UTC(2026, 0, 1, 19))).toBe(Date.UTC(2026, 0, 1, 19));
});
