import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GAME_LIST_MOST, readGameList } from './game-list.ts';

const NOW = 1_000_000;
const GUID = '0f78f5621a6cf3b4c8c5c43e90c522cc';
const STEAM = '76561190000000001';
const GUIDS = [
  'GUID Bans:',
  '[#] [GUID] [Minutes left] [Reason]',
  '----------------------------------------',
];
const ADDRESSES = [
  '',
  'IP Bans:',
  '[#] [IP Address] [Minutes left] [Reason]',
  '----------------------------------------------',
];

test('BattlEye: both blocks and every kind of time', () => {
  const text = [
    ...GUIDS,
    `0  ${GUID} perm TeamKill,destruction`,
    `508 ${GUID} 8971 [Rembowest14][18.07.15 13:38:14] Sabotage`,
    `720 ${GUID} -    Read the rules!!!`,
    `726 ${GUID} perm`,
    ...ADDRESSES,
    '727 203.0.113.193   perm Admin Ban TK',
  ];
  const { bans, whole } = readGameList('battleye', text.join('\r\n'), NOW);
  expect(whole).toBe(true);
  expect(bans.map(({ number, until, reason }) => [number, until, reason])).toEqual([
    [0, null, 'TeamKill,destruction'],
    [508, NOW + 8971 * 60_000, '[Rembowest14][18.07.15 13:38:14] Sabotage'],
    [720, 0, 'Read the rules!!!'],
    [726, null, ''],
    [727, null, 'Admin Ban TK'],
  ]);
  expect(bans.at(-1)?.identity).toBe('203.0.113.193');
});

test('BattlEye: what was cut, or is no row, is not the whole list', () => {
  const rows = [`0  ${GUID} perm One`, `1  ${GUID} perm Two`];
  const whole = (lines: readonly string[]) => readGameList('battleye', lines.join('\n'), NOW).whole;
  expect(whole([...GUIDS, ...ADDRESSES])).toBe(true);
  expect(whole([...GUIDS, ...rows, ...ADDRESSES])).toBe(true);
  expect(whole([...GUIDS, ...rows])).toBe(false);
  expect(whole([...GUIDS, ...rows, 'nonsense', ...ADDRESSES])).toBe(false);
  expect(whole(['Unknown command'])).toBe(false);
  expect(whole([''])).toBe(false);
  const many = Array.from({ length: GAME_LIST_MOST + 1 }, (_, at) => `${at}  ${GUID} perm`);
  expect(whole([...GUIDS, ...many, ...ADDRESSES])).toBe(false);
});

test('Rust: a row for each, whatever is in a name', () => {
  const text = `1 ${STEAM} "Bob" "Griefing" -1\n2 ${STEAM} "a" "b"\n"c" "d \\"e\\"" 1700000000\n`;
  const { bans, whole } = readGameList('webrcon', text, NOW);
  expect(whole).toBe(true);
  expect(bans).toEqual([
    { number: 1, identity: STEAM, until: null, reason: 'Griefing' },
    { number: 2, identity: STEAM, until: 1_700_000_000_000, reason: 'd \\"e\\"' },
  ]);
  expect(readGameList('webrcon', '', NOW)).toEqual({ bans: [], whole: true });
  expect(readGameList('webrcon', `${text}3 765`, NOW).whole).toBe(false);
});

test('no text breaks it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      readGameList('battleye', `GUID Bans:\n${text}`, NOW);
      readGameList('webrcon', `1 ${STEAM} "${text}`, NOW);
    }),
  );
});
