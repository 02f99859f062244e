import { expect, it } from 'vitest';
import { battleyeGuid } from '../../domain/players/battleye-guid.ts';
import { identitiesOf } from './identities.ts';

const STEAM = '76561198012345678';
const nobody = { guid: null, steamId: null, bohemiaId: null };

it('knows the GUID of a SteamID64 as BattlEye computes it', () => {
  expect(battleyeGuid('76561197960265728')).toBe('4fc867abf98b934e9e7eeaf15170258c');
  const guid = battleyeGuid(STEAM);
  expect(identitiesOf({ ...nobody, steamId: STEAM })).toEqual([
    { kind: 'battleye', value: guid },
    { kind: 'steam', value: STEAM },
  ]);
  expect(identitiesOf({ guid: guid.toUpperCase(), steamId: STEAM, bohemiaId: 'b=' })).toEqual([
    { kind: 'battleye', value: guid },
    { kind: 'steam', value: STEAM },
    { kind: 'bohemia', value: 'b=' },
  ]);
});

it('believes the GUID where a SteamID does not belong to it, and no SteamID that is none', () => {
  const guid = 'a'.repeat(32);
  expect(identitiesOf({ ...nobody, guid, steamId: STEAM })).toEqual([
    { kind: 'battleye', value: guid },
  ]);
  for (const steamId of ['0', '', 'BOT', '-1', '99999999999999999999', '7656119801234567n']) {
    expect(identitiesOf({ ...nobody, steamId })).toEqual([]);
  }
  expect(identitiesOf(nobody)).toEqual([]);
});
