import { expect, it } from 'vitest';
import { isUnseen } from './unseen.ts';

it.each([
  ['spaces', '\u00a0\u2003 '],
  ['Hangul fillers', '\u3164\u115f\uffa0'],
  ['marks of direction', '\u202e\u2066\u200f'],
  ['an empty braille sign', '\u2800'],
  ['what joins and parts letters', '\u200b\u200d\u2060\ufeff\u00ad'],
  ['half a character', '\ud83d'],
])('%s are no name that shows', (_, name) => {
  expect(isUnseen(name)).toBe(true);
});

it.each(['Ann', '.', '\u202eevil', '日本', '💀', '\u0301x', ''])(
  '%j is not one of them',
  (name) => {
    expect(isUnseen(name)).toBe(false);
  },
);
