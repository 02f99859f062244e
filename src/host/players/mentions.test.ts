import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mentionsOf } from './mentions.ts';

const mentions = mentionsOf(['Ada L.', 'Zoë', '198.51.100.7', 'Al']);

it('finds who is named, whatever the case and the accents, wherever the text stands', () => {
  expect(mentions({ entry: { to: null, text: 'Player #1 ADA L. connected' } })).toBe(true);
  expect(mentions('(zoe)')).toBe(true);
  expect(mentions(['x', '198.51.100.7:2304'])).toBe(true);
});

it('finds nobody in a longer word, in a number, or by a name that is too short', () => {
  expect(mentions('Zoey and 𝐀zoe')).toBe(false);
  expect(mentions('198.51.100.70')).toBe(false);
  expect(mentions('Al')).toBe(false);
  expect(mentions({ entry: { text: null, figure: 3 } })).toBe(false);
});

it('finds every name by itself, and no name in a text without letters', () => {
  const name = fc.stringMatching(/^[a-zA-Zäöüß]{3,12}$/);
  fc.assert(
    fc.property(name, fc.stringMatching(/^[ .,:;()#-]*$/), (one, around) => {
      expect(mentionsOf([one])(`${around}${one}${around}`)).toBe(true);
      expect(mentionsOf([one])(around)).toBe(false);
    }),
  );
});
