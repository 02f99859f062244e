import fc from 'fast-check';
import { expect, it } from 'vitest';
import { battleyeGuid } from '../players/battleye-guid.ts';
import { readBanLine } from './file.ts';
import { GAME_BAN_FILE, gameBanLine } from './game-file.ts';

const now = Date.UTC(2026, 0, 1);
const STEAM = '76561198000000001';
const GUID = '50355e6d24e59ad9e7c4f3b24036f816';
const ban = {
  status: 'ACTIVE',
  until: null,
  steam_id: STEAM,
  guid: null,
  name: 'Bert "B"',
  reason: 'Wall glitching',
} as const;

it('a ban is a line as the game writes it', () => {
  expect(gameBanLine('bans.txt', ban, now)).toBe(`${battleyeGuid(STEAM)} -1 Wall glitching\r\n`);
  expect(gameBanLine('bans.txt', { ...ban, guid: GUID, until: now + 60_000 }, now)).toBe(
    `${GUID} ${now / 1_000 + 60} Wall glitching\r\n`,
  );
  expect(gameBanLine('bans.cfg', ban, now)).toBe(
    `banid ${STEAM} "Bert 'B'" "Wall glitching" -1\r\n`,
  );
});

it('a ban that keeps nobody out, or whom a game knows by nothing else, is in no file', () => {
  for (const file of GAME_BAN_FILE) {
    expect(gameBanLine(file, { ...ban, steam_id: null }, now)).toBeNull();
    expect(gameBanLine(file, { ...ban, until: now }, now)).toBeNull();
    for (const status of ['INACTIVE', 'REWORK_REQUIRED', 'REVOKED'] as const) {
      expect(gameBanLine(file, { ...ban, status }, now)).toBeNull();
    }
  }
  expect(gameBanLine('bans.cfg', { ...ban, steam_id: null, guid: GUID }, now)).toBeNull();
});

it('whatever a name and a reason are, the line is one, and is read as the same ban', () => {
  const words = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(words, words, fc.option(fc.integer({ min: 1, max: 1_000_000 })), (name, why, s) => {
      const until = s === null ? null : now + s * 1_000;
      const given = { ...ban, name, reason: `Why ${why} so`, until };
      for (const file of GAME_BAN_FILE) {
        const line = gameBanLine(file, given, now) ?? '';
        expect(line.trimEnd()).not.toMatch(/[\r\n]/);
        const read = readBanLine(line, now);
        const kind = file === 'bans.txt' ? 'battleye' : 'steam';
        const value = file === 'bans.txt' ? battleyeGuid(STEAM) : STEAM;
        expect(read).toMatchObject({ kind: 'ban', ban: { banned: { kind, value }, until } });
      }
    }),
  );
});
