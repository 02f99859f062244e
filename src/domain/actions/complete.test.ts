import { expect, it } from 'vitest';
import { commandsOf } from '../../protocol/games/commands.ts';
import { completionsOf } from './complete.ts';

const lines = (...args: Parameters<typeof completionsOf>) =>
  completionsOf(...args).map(({ line }) => line);

it('offers commands that begin as typed, then those that have it inside', () => {
  const offered = lines('DAYZ', 'lo', []);
  expect(offered[0]?.replace('#', '').startsWith('lo')).toBe(true);
  expect(lines('RUST', 'playerlist', [])).toContain('playerlistpos');
});

it('offers nothing for a line without a beginning, nor for what is written out', () => {
  expect(lines('RUST', '', [])).toEqual([]);
  expect(lines('RUST', 'say ', ['Ann'])).toEqual([]);
  expect(lines('RUST', 'playerlistpos', [])).toEqual([]);
  expect(lines('RUST', 'nonsense an', ['Ann'])).toEqual([]);
});

it('writes a player as the game reads one', () => {
  expect(lines('RUST', 'kick an', ['Ann', 'Bob', 'Diana'])).toEqual([
    'kick "Ann" ',
    'kick "Diana" ',
  ]);
  const numbered = new Map([
    [4, 'Ann'],
    [5, 'Diana'],
    [6, 'Diana'],
  ]);
  expect(lines('DAYZ', 'kick an', ['Ann', 'Bob', 'Diana', 'Hanna'], numbered)).toEqual(['kick 4 ']);
  expect(lines('DAYZ', 'kick an', ['Ann'])).toEqual([]);
  expect(lines('DAYZ', 'say -1 hello an', ['Ann'])).toEqual(['say -1 hello Ann']);
});

it('tells those of one name apart by their numbers, and offers none who cannot be told apart', () => {
  const numbered = new Map([
    [4, 'Bob'],
    [7, 'Bob'],
  ]);
  expect(completionsOf('DAYZ', 'kick bo', ['Bob', 'Bob'], numbered)).toEqual([
    { line: 'kick 4 ', of: { player: 'Bob', number: 4 } },
    { line: 'kick 7 ', of: { player: 'Bob', number: 7 } },
  ]);
  expect(lines('DAYZ', 'kick bo', ['Bob', 'Bob', 'Bob'], numbered)).toEqual([]);
  expect(lines('RUST', 'kick bo', ['Bob', 'Bob'])).toEqual([]);
  expect(lines('RUST', 'say bo', ['Bob', 'Bob'])).toEqual(['say Bob']);
});

it.each(['A";quit', 'A\\', 'A;quit', 'A\nquit'])(
  'offers no name that could be a command: %j',
  (name) => {
    expect(lines('RUST', 'kick a', [name])).toEqual([]);
  },
);

it.each(['DAYZ', 'RUST', 'ARMA3'] as const)(
  'every command of %s is offered by its own name',
  (game) => {
    for (const { name } of commandsOf(game)) {
      const typed = name.slice(0, -1);
      const found = completionsOf(game, typed, []);
      expect(found.length).toBeGreaterThan(0);
      for (const { line } of found) expect(line.toLowerCase()).toContain(typed.toLowerCase());
    }
  },
);
