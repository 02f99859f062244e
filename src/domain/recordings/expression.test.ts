import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { fold } from '../fold.ts';
import { createRows, type Rows } from '../state.ts';
import { compileExpression } from './expression.ts';
import { ExpressionError } from './expression-tokens.ts';

let rows: Rows;

beforeAll(() => {
  const world = new World();
  const first = world.addServer('First', 8);
  world.addServer('Second', null);
  world.join(first, 'Ada');
  world.join(first, "O'Brien");
  rows = createRows();
  fold(rows, openingEvents(world));
});

describe('an expression', () => {
  it.each([
    'count(servers) = 2',
    'count(p in players, p.server_id = "000000000000000000000002") = 2',
    'any(s in servers, s.configuration.identifier = "First" and s.population.players = 2)',
    'all(s in servers, s.population.players <= s.population.slots or s.population.slots = null)',
    'servers["000000000000000000000002"].population.players = 2',
    'sum(s in servers, s.population.players) = count(players)',
    'all(s in servers, s.population.players = count(p in players, p.server_id = s.id))',
    'max(s in servers, s.population.players) - min(s in servers, s.population.players) = 1 + 1',
    'any(p in players, p.name contains "Brien")',
    `any(p in players, p.name = "O'Brien")`,
    'any(s in servers, s.configuration.actions contains 23)',
    'servers["nobody"].population.players = null',
    'all(s in servers, s.configuration.actions[0] != null)',
    'all(s in servers, s.configuration.actions[true] = null)',
    'not (servers["nobody"].population.players > 0)',
    'not servers.constructor != null and servers.size = null',
    '-2 * 3 + 10 = 4',
    'account.me.persona.username = "warden"',
    'true and not false',
    'count(s in servers, any(p in players, p.server_id = s.id)) = 1',
    'min(s in presence, s.id) = null',
    '2 >= 2 and 2 <= 2 and "b" >= "a"',
    'not (2 > 2 or 2 < 2)',
  ])('holds: %s', (text) => {
    expect(compileExpression(text)(rows)).toBe(true);
  });

  it.each([
    'count(servers) > 2',
    'any(s in servers, s.population.players > "x")',
    'servers.hasOwnProperty',
    'servers',
    'players.a.b.c["d"][1] = 1',
    'null < 1 or null > 1',
  ])('does not hold: %s', (text) => {
    expect(compileExpression(text)(rows)).toBe(false);
  });

  it.each([
    ['', 'It ends too early.', 0],
    ['servers =', 'It ends too early.', 9],
    ['serverz', "There is no 'serverz' here", 0],
    ['count(servers', "')' is missing.", 13],
    ['any(servers, true)', 'Write any(x in servers, …).', 4],
    ['any(s in servers)', 'What is asked of each is missing', 9],
    ['any(in in servers, true)', "'in' cannot be a name.", 4],
    ['servers; process.exit()', "';' means nothing here.", 7],
    [') = 1', "')' is no value.", 0],
    ['1 = 1 = 1', "'=' is not expected here.", 6],
    ['"open', `'"' means nothing here.`, 0],
    ['servers.', "A name is missing after '.'.", 8],
    ['any(s in servers, true) and s.id = ""', "There is no 's' here", 28],
    ['('.repeat(100), 'It is nested too deeply.', 64],
    ['not '.repeat(100), 'It is nested too deeply.', 256],
    ['1+'.repeat(1_001), 'It is longer than 2000 characters.', 2_000],
  ])('that cannot be read says where: %s', (text, message, at) => {
    const error = expect.objectContaining({ message: expect.stringContaining(message), at });
    expect(() => compileExpression(text)).toThrow(error as Error);
  });

  it('is refused or answered, whatever it is', () => {
    const words = fc.constantFrom(
      'any',
      'all',
      'count',
      'sum',
      '(',
      ')',
      '[',
      ']',
      ',',
      '.',
      '=',
      '<',
      '>=',
      '+',
      '*',
      'x',
      'in',
      'servers',
      'players',
      'and',
      'or',
      'not',
      'contains',
      '"a"',
      '1',
      'null',
      '-',
    );
    const text = fc.oneof(
      fc.array(words, { maxLength: 20, size: 'max' }).map((all) => all.join(' ')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (typed) => {
        try {
          expect(typeof compileExpression(typed)(rows)).toBe('boolean');
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
