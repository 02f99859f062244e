import { expect, it } from 'vitest';
import { cutAtNames, knownNames, namedFirst } from './console-names.ts';

const id = (n: number) => n.toString(16).padStart(24, '0');
const player = (n: number, name: string) => ({ id: id(n), muster_id: id(1_000 + n), name });
const ann = player(1, 'Ann');
const annLee = player(2, 'Ann (Lee)');
const known = knownNames([
  ann,
  annLee,
  player(3, 'Bob: x'),
  player(4, 'Player'),
  player(5, 'Кот 🐱'),
]);

/** The names that are found in a line. */
const names = (text: string) =>
  cutAtNames(text)
    .slice(1)
    .map((part) => namedFirst(part, known)?.name ?? null);

it.each([
  ['Player #5 Ann (••••••:2304) connected', ['Ann']],
  ['Player #5 Ann (Lee) (••••••:2304) connected', ['Ann (Lee)']],
  ['Player #5 Ann disconnected', ['Ann']],
  ['Player #5 Ann - GUID: •••••• (unverified)', ['Ann']],
  ['Player #5 Ann (••••••) has been kicked by BattlEye: Admin Kick (bye)', ['Ann']],
  ['Verified GUID (••••••) of player #5 Ann', ['Ann']],
  ['(Side) Bob: x: Player #5 Ann disconnected', ['Bob: x']],
  ['(Global) Кот 🐱: hi', ['Кот 🐱']],
  ['RCon admin #0: (To Ann) stop it', ['Ann']],
  ['Scripts Log: #5 Ann (••••••) - #12 x', ['Ann']],
  ['••••••:28015/••••••/Ann joined [windows/••••••]', ['Ann']],
  ['••••••:28015/••••••/Ann disconnecting: disconnect', ['Ann']],
  ['Ann[••••••] was killed by Кот 🐱[••••••] at (1, 2, 3)', ['Ann', 'Кот 🐱']],
  ['[CHAT] Ann[••••••] : Ann was killed by Bob', ['Ann']],
  ['•••••• "Ann"  31 12.5s ••••••:28015', ['Ann']],
  ['    "DisplayName": "Ann",', ['Ann']],
])('in %j it finds %j', (text, found) => {
  expect(names(text)).toEqual(found);
});

it.each([
  'Server startup complete',
  'RCon admin #0: (Global) Ann is here',
  'Ann is a name like another',
  'Player #5 Annette disconnected',
  'Player #5 Somebody disconnected',
])('in %j it finds nobody', (text) => {
  expect(names(text).filter((name) => name !== null)).toEqual([]);
});

it('each row of the list of players names one', () => {
  const table = [
    'Players on server:',
    '[#] [IP Address]:[Port] [Ping] [GUID] [Name]',
    '--------------------------------------------------',
    '0   ••••••:2304     31   ••••••(OK) Ann',
    '12  ••••••:2304     -1   -  Ann (Lee) (Lobby)',
    '(2 players in total)',
  ].join('\n');
  expect(names(table)).toEqual(['Ann', 'Ann (Lee)']);
  expect(cutAtNames(table).join('')).toBe(table);
});

it('a name that two had leads to neither, and one person keeps their name over several stays', () => {
  const again = { id: id(9), muster_id: ann.muster_id, name: 'Ann' };
  const early = { id: ann.id, muster_id: null, name: 'Ann' };
  expect(namedFirst('Ann disconnected', knownNames([again, early, ann]))).toBe(again);
  expect(namedFirst('Ann disconnected', knownNames([ann, player(7, 'Ann')]))).toBeNull();
});

it('ids that were joined are one person, who keeps their name', () => {
  const other = player(7, 'Ann');
  const who = (muster: string) => (muster === other.muster_id ? (ann.muster_id ?? '') : muster);
  const found = namedFirst('Ann disconnected', knownNames([other, ann], who));
  expect(found).toEqual({ ...other, muster_id: ann.muster_id });
});
