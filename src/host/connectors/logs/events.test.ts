import { expect, it } from 'vitest';
import { readConsoleLine } from './arma-console.ts';
import { ConsoleEvents } from './console-events.ts';
import { readRptLine } from './dayz-rpt.ts';
import { RptEvents } from './rpt-events.ts';

function console(...texts: readonly string[]): readonly string[] {
  const events = new ConsoleEvents();
  return texts.flatMap((text) =>
    events.read(readConsoleLine(` 1:02:03 ${text}`).entry).map(({ kind, person }) => {
      return `${kind} ${person.name}`;
    }),
  );
}

function rpt(...texts: readonly string[]): readonly string[] {
  const events = new RptEvents();
  return texts.flatMap((text) =>
    events.read(readRptLine(` 1:02:03.4 ${text}`).entry).map(({ kind, person }) => {
      return `${kind} ${person.name}`;
    }),
  );
}

it('who was heard of and never began to connect does not leave', () => {
  expect(console('Ann uses modified data file', 'Player Ann disconnected.')).toEqual([]);
});

it('whom BattlEye threw out was kicked', () => {
  expect(console('Player Ann kicked off by BattlEye: Global Ban #1a2b3c')).toEqual(['kick Ann']);
});

it('one who is awaited stays so where another under a number was awaited too', () => {
  expect(
    console(
      'Ann uses modified data file',
      'Ann (2) uses modified data file',
      'Player Ann (2) connecting.',
      'Player Ann disconnected.',
    ),
  ).toEqual(['join Ann (2)']);
});

it('of what BattlEye says chat alone is something that happened', () => {
  expect(
    console(
      'BattlEye Server: Player #0 Ann (203.0.113.7:2304) connected',
      'BattlEye Server: (Global) Ann: hello',
    ),
  ).toEqual(['chat Ann']);
});

it('one who plays leaves, also where another of the name came in under a number', () => {
  expect(
    console(
      'Ann uses modified data file',
      'Player Ann connecting.',
      'Ann uses modified data file',
      'Player Ann (2) connecting.',
      'Player Ann disconnected.',
      'Player Ann (2) disconnected.',
    ),
  ).toEqual(['join Ann', 'join Ann (2)', 'leave Ann', 'leave Ann (2)']);
});

it('one who plays leaves, also while another of the name is awaited', () => {
  expect(
    console(
      'Player Ann connecting.',
      'Ann uses modified data file',
      'Player Ann disconnected.',
      'Player Ann connecting.',
    ),
  ).toEqual(['join Ann', 'leave Ann', 'join Ann']);
});

it('of one who came under a number nobody is awaited any more', () => {
  expect(
    console(
      'Ann uses modified data file',
      'Player Ann (2) connecting.',
      'Player Ann disconnected.',
    ),
  ).toEqual(['join Ann (2)', 'leave Ann']);
});

it('after five hundred names who are awaited, the newest ones are known', () => {
  const many = Array.from({ length: 600 }, (_, n) => `Ann ${n} uses modified data file`);
  expect(console(...many, 'Player Ann 599 disconnected.', 'Player Ann 0 disconnected.')).toEqual([
    'leave Ann 0',
  ]);
});

it.each([
  [0, 'nothing was wrong'],
  [1, 'the server ended'],
  [5, 'they logged out'],
  [11, 'the server shuts down'],
  [20, 'they closed the game'],
  [21, 'they pressed Leave'],
])('the engine lets somebody go with code %i (%s), and that is no kick', (code) => {
  expect(rpt(`Player Ann (1) kicked from server: ${code} (Server is shutting down)`)).toEqual([]);
});

it.each([2, 3, 4, 6, 7, 49, 118, 240])('code %i is a kick', (code) => {
  expect(rpt(`Player Ann (1) kicked from server: ${code} (reason)`)).toEqual(['kick Ann']);
});

it.each([
  ['--- Termination successfully completed ---', 'clean-stop'],
  [' --- Termination successfully completed --- ', 'clean-stop'],
  ['[Shutdown] Server is shutting down', 'shutting-down'],
  [' [Shutdown]: Kicking players', 'shutting-down'],
])("'%s' is told by its class", (text, kind) => {
  expect(readRptLine(` 1:02:03.4 ${text}`).entry).toEqual({ kind });
});
