import { expect, it } from 'vitest';
import { playersOn } from './population.ts';

const on = (...counts: readonly (number | null)[]) =>
  playersOn(counts.map((players) => ({ population: { players } })));

it('players of many servers are a sum only where each is counted', () => {
  expect(on()).toBe(0);
  expect(on(12, 0, 3)).toBe(15);
  expect(on(12, null, 3)).toBeNull();
  expect(on(null)).toBeNull();
});
