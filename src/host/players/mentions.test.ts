import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loggedAs, mentionsOf } from './mentions.ts';

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

it('finds names in logs where these write a name, and identifiers anywhere', () => {
  const tells = loggedAs(
    ['Survivor', 'Player', 'connected', 'A (x)'],
    ['id+of/them=', '198.51.100.7'],
  );
  for (const line of [
    '00:01:02 | Player "Survivor" is connected (id=x)',
    ' 0:01:02.3 [StateMachine]: Player Survivor (dpnid 1 uid ) Entering Gone',
    '00:01:02 Player A (x) connected (id=7).',
    "00:01:02 Kicking player name='survivor' ID=1, steamID=2. why",
    '00:01:02 Survivor uses modified data file',
    '00:01:02 BattlEye Server: Player #1 Survivor (1.2.3.4:5) connected',
    '00:01:02 BattlEye Server: (Global) Survivor: hello',
    'any id+of/them= of theirs',
    'from 198.51.100.7:2304',
  ]) {
    expect([line, tells(line)]).toEqual([line, true]);
  }
  for (const line of [
    '00:01:02 | Player "Bob" is connected (id=x)',
    '00:01:02 | Player "Survivor Bob" (id=x) hit by Survivor into Head',
    '00:01:02 | [emote] SurvivorF_Baty:2 play emote',
    '00:01:02 Player Survivors connecting.',
    'from 198.51.100.70:2304',
  ]) {
    expect([line, tells(line)]).toEqual([line, false]);
  }
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
