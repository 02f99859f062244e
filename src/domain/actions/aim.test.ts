import { expect, it } from 'vitest';
import { aimedAt, aimOf, numberedNames } from './aim.ts';

const player = (name: string, ids: object = {}) => ({
  name,
  steam_id: null,
  guid: null,
  ip: null,
  ...ids,
});
const ann = player('Ann', { steam_id: '76561198000000001', guid: 'f'.repeat(32) });
const anna = player('Anna');
const nobody = () => null;

it.each([
  ['DAYZ', 'kick 5 be nice', { does: 'kick', at: '5' }],
  ['DAYZ', 'ban 5 60 be nice', { does: 'ban', at: '5' }],
  ['DAYZ', `addBan ${'f'.repeat(32)} 0 bye`, { does: 'ban', at: 'f'.repeat(32) }],
  ['RUST', 'kick "Ann of York" bye', { does: 'kick', at: 'Ann of York' }],
  ['RUST', 'banid 76561198000000001 "Ann" "bye" 60', { does: 'ban', at: '76561198000000001' }],
] as const)('on %s %j is aimed', (game, text, aim) => {
  expect(aimOf(game, text)).toEqual(aim);
});

it.each([
  ['DAYZ', 'kick'],
  ['DAYZ', '/kick 5'],
  ['DAYZ', 'kick 5\nkick 6'],
  ['DAYZ', 'players'],
  ['RUST', 'kick Ann; kick Bob'],
  ['RUST', 'kickall'],
] as const)('on %s %j is aimed at nobody in particular', (game, text) => {
  expect(aimOf(game, text)).toBeNull();
});

it('Rust takes a whole name before a part of one, and a part that several have means none', () => {
  expect(aimedAt('RUST', 'ann', [ann, anna], nobody)).toBe(ann);
  expect(aimedAt('RUST', 'anna', [ann, anna], nobody)).toBe(anna);
  expect(aimedAt('RUST', 'an', [ann, anna], nobody)).toBeNull();
  expect(aimedAt('RUST', '76561198000000001', [ann, anna], nobody)).toBe(ann);
});

it('BattlEye takes numbers, and identifiers for bans', () => {
  const nameOf = (number: number) => (number === 5 ? 'Anna' : null);
  expect(aimedAt('DAYZ', '5', [ann, anna], nameOf)).toBe(anna);
  expect(aimedAt('DAYZ', '6', [ann, anna], nameOf)).toBeNull();
  expect(aimedAt('DAYZ', 'Anna', [ann, anna], nameOf)).toBeNull();
  expect(aimedAt('DAYZ', 'f'.repeat(32), [ann, anna], nameOf)).toBe(ann);
});

it('a number is whose the newest line says it is', () => {
  const table = [
    'Players on server:',
    '5   ••••••:2304     31   ••••••(OK) Bob',
    '15  ••••••:2304     31   ••••••(OK) Cat (Lobby)',
    '(2 players in total)',
  ].join('\n');
  const joined = 'Player #5 Ann (••••••:2304) connected';
  expect(numberedNames([joined]).get(5)).toBe('Ann');
  expect(numberedNames([joined, 'Verified GUID (••••••) of player #5 Ann']).get(5)).toBe('Ann');
  expect(numberedNames([joined, 'Player #5 Ann disconnected']).has(5)).toBe(false);
  expect(numberedNames([joined, 'Player #5 Ann disconnected', table]).get(5)).toBe('Bob');
  expect(numberedNames([table, joined]).get(15)).toBe('Cat');
  expect(numberedNames([table, joined]).get(5)).toBe('Ann');
  expect(numberedNames([joined, table]).has(7)).toBe(false);
  // What somebody says is no line of the game.
  expect(numberedNames([joined, '(Side) Bob: Player #5 Bob (1.2.3.4:5) connected']).get(5)).toBe(
    'Ann',
  );
});
