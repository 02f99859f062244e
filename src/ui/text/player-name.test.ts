import { beforeAll, expect, it } from 'vitest';
import { startTexts } from './i18n.ts';
import { playerName, shownName } from './player-name.ts';

beforeAll(startTexts);

it.each([
  ['spaces', '\u00a0\u2003 '],
  ['Hangul fillers', '\u3164\u115f\uffa0'],
  ['marks of direction', '\u202e\u2066\u200f'],
  ['an empty braille sign', '\u2800'],
  ['what joins and parts letters', '\u200b\u200d\u2060\ufeff\u00ad'],
  ['half a character', '\ud83d'],
])('%s are no name that shows', (_, name) => {
  expect(shownName(name)).toBe('an invisible name');
  expect(playerName({ id: `${'0'.repeat(18)}abc123`, name })).toBe('invisible name abc123');
});

it.each(['Ann', '.', '\u202eevil', '日本', '💀', '\u0301x'])('%j shows as it is', (name) => {
  expect(shownName(name)).toBe(name);
  expect(playerName({ id: '', name })).toBe(name);
});
