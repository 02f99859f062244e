import { expect, it } from 'vitest';
import { isolated } from './isolated.ts';

it('closes what it opens, whatever the name has of such signs itself', () => {
  expect(isolated('Ann')).toBe('\u2068Ann\u2069');
  expect(isolated('\u2069\u2066חוב')).toBe('\u2068חוב\u2069');
});
