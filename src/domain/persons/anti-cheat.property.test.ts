import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { banNumber, standingsOf, type AntiCheatKick } from './anti-cheat.ts';

const SERVERS = ['a'.repeat(24), 'b'.repeat(24)];

it.each([
  ['battleye', 'Global Ban #a1b2c3', 'a1b2c3'],
  ['battleye', 'Global Ban # A1B2C3', 'a1b2c3'],
  ['battleye', 'global ban', null],
  ['battleye', 'Gamehack #12', undefined],
  ['battleye', 'Client not responding', undefined],
  ['battleye', 'Bob said Global Ban #1', undefined],
  ['battleye', 'Global Banner #1', undefined],
  ['eac', 'EAC: Banned', null],
  ['eac', 'EAC: Game Ban', null],
  ['eac', 'EAC: Authentication timed out', undefined],
  ['eac', 'EAC: Disbanded', undefined],
] as const)('of %s, %j tells the ban %j', (by, reason, number) => {
  expect(banNumber({ by, reason })).toBe(number);
});

it('each ban is told once for its game, with the first and the last time and where', () => {
  const kick: fc.Arbitrary<AntiCheatKick> = fc.record({
    by: fc.constantFrom('battleye', 'eac'),
    reason: fc.constantFrom(
      'Global Ban #1',
      'Global Ban #2',
      'GLOBAL BAN #1',
      'Gamehack #1',
      'EAC: Banned',
      'EAC: banned',
      'Global Ban',
    ),
    at: fc.integer({ min: 1, max: 9 }),
    server_id: fc.constantFrom(...SERVERS),
    game: fc.constantFrom(1, 4),
  });
  fc.assert(
    fc.property(fc.array(kick), (kicks) => {
      const standings = standingsOf(kicks);
      const bans = kicks.filter((one) => banNumber(one) !== undefined);
      const keyOf = (one: AntiCheatKick) =>
        `${one.game} ${one.by} ${banNumber(one) ?? one.reason.toLowerCase()}`;
      const told = standings.flatMap(({ game, by, bans: met }) =>
        met.map((ban) => ({
          ...ban,
          key: `${game} ${by} ${ban.number ?? ban.reason.toLowerCase()}`,
        })),
      );
      expect(told.map(({ key }) => key).toSorted()).toEqual(
        [...new Set(bans.map(keyOf))].toSorted(),
      );
      for (const { key, times, first, last, server_id } of told) {
        const of = bans.filter((one) => keyOf(one) === key);
        const moments = of.map(({ at }) => at);
        expect({ times, first, last }).toEqual({
          times: of.length,
          first: Math.min(...moments),
          last: Math.max(...moments),
        });
        expect(of.some((one) => one.at === last && one.server_id === server_id)).toBe(true);
      }
      const lasts = standings.map(({ bans: [newest] }) => newest?.last ?? 0);
      expect(lasts).toEqual(lasts.toSorted((a, b) => b - a));
    }),
  );
});
