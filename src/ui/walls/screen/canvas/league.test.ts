import { expect, it } from 'vitest';
import { samplesUntil } from './league.ts';

const day = { id: 'all', from: 0, step: 600, players: [1, 2, null, 4] };
const MINUTE = 60_000;

it('is the whole day now, and nothing before the host has told it', () => {
  expect(samplesUntil(day, 35 * MINUTE)).toEqual([1, 2, null, 4]);
  expect(samplesUntil(day, 300 * MINUTE)).toEqual([1, 2, null, 4]);
  expect(samplesUntil(null, 0)).toEqual([]);
});

it('has in the past nothing of what came later, and ends where it did', () => {
  expect(samplesUntil(day, 12 * MINUTE)).toEqual([null, null, 1, 2]);
  expect(samplesUntil(day, -20 * MINUTE)).toEqual([null, null, null, null]);
});
