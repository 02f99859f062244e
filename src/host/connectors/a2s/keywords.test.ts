import { expect, test } from 'vitest';
import { parseArmaKeywords, parseDayzKeywords, parseRustKeywords } from './keywords.ts';

test('DayZ hides queue, time and their accelerations', () => {
  const tags =
    'battleye,no3rd,external,privHive,shardABC123,lqs7,etm4.000000,entm6.500000,mod,5:12';
  const keywords = {
    battleye: true,
    queue: 7,
    time: '05:12',
    dayAcceleration: 4,
    nightAcceleration: 6.5,
    shard: 'ABC123',
    modded: true,
    firstPersonOnly: true,
    whitelist: false,
    other: ['external', 'privHive'],
  };
  expect(parseDayzKeywords(tags)).toEqual(keywords);
  // As Steam's web list prints them.
  expect(parseDayzKeywords(tags.replaceAll(',', '#').replaceAll('.', '-'))).toEqual(keywords);
});

test('an old DayZ build tells the time alone, and the queue is unknown', () => {
  expect(parseDayzKeywords('battleye,13:35')).toMatchObject({ queue: null, time: '13:35' });
});

test('ArmA tells its state and its lock by letters', () => {
  const tags = 'bt,r206,n148470,s7,i3,mf,lt,vt,dt,tkoth,g65545,hdada87fb,f0,c0-52,pw,e15,j0,k0,';
  expect(parseArmaKeywords(tags)).toMatchObject({
    battleye: true,
    locked: true,
    state: 'playing',
    requiredVersion: 206,
    requiredBuild: 148470,
    difficulty: 3,
    equalMods: false,
    verifySignatures: true,
    dedicated: true,
    gameType: 'koth',
    platform: 'w',
    timeLeft: 15,
    other: [],
  });
  expect(parseArmaKeywords('')).toMatchObject({ locked: null, state: null });
});

test('Rust tells the true counts, which INFO wraps at 255', () => {
  expect(parseRustKeywords('mp575,cp547,qp17,$r?,v2633,born1790427784,gmrust,^o^z')).toEqual({
    slots: 575,
    players: 547,
    queue: 17,
    wipedAt: 1_790_427_784_000,
    networkVersion: 2633,
    other: ['$r?', 'gmrust', '^o^z'],
  });
});
