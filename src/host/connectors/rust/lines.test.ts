import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseConsoleLine, type ConsoleLine, type LinePlayer } from './lines.ts';

const ANN: LinePlayer = { name: 'Ann', steamId: '76561190000000001' };
const BOB: LinePlayer = { name: 'Bob', steamId: '76561190000000002' };
const ADDRESS = { ip: '203.0.113.7', port: 1 };
const parse = (text: string, ...known: LinePlayer[]): ConsoleLine =>
  parseConsoleLine(
    text,
    known.map((player) => ({ ...player, ...ADDRESS })),
  );
const tag = ({ name, steamId }: LinePlayer) => `${name}[${steamId}]`;

describe('joins and leaves', () => {
  test('both lines of a join', () => {
    expect(parse(`203.0.113.7:56350/${ANN.steamId}/a/b c joined [linux/${ANN.steamId}]`)).toEqual({
      kind: 'joined',
      name: 'a/b c',
      steamId: ANN.steamId,
      ip: '203.0.113.7',
      port: 56350,
    });
    expect(parse(`Ann with steamid ${ANN.steamId} joined from ip 203.0.113.7:19008`)).toEqual({
      kind: 'joined',
      ...ANN,
      ip: '203.0.113.7',
      port: null,
    });
  });
  test('a shared game names its owner', () => {
    const line = `203.0.113.7:1/${ANN.steamId}/Ann joined [windows/${BOB.steamId}]`;
    expect(parse(line)).toMatchObject({ kind: 'joined', steamId: ANN.steamId });
  });
  test('a disconnection with what the server or an admin gave as its reason', () => {
    const line = `203.0.113.7:1/${ANN.steamId}/Ann disconnecting: Kicked: x disconnecting: y`;
    expect(parse(line)).toMatchObject({
      kind: 'disconnecting',
      name: 'Ann',
      reason: 'Kicked: x disconnecting: y',
    });
  });
});

describe('deaths', () => {
  test.each([
    [`${tag(ANN)} was killed by ${tag(BOB)}`, { killer: BOB, cause: 'Bob', suicide: false }],
    [`${tag(ANN)} was killed by fall!`, { killer: null, cause: 'fall' }],
    [`${tag(ANN)} was killed by Scientist[2871]`, { killer: null, cause: 'Scientist' }],
    [`${tag(ANN)} died (Fall)`, { killer: null, cause: 'Fall' }],
    [`Ann[9756538/${ANN.steamId}] was suicide by Blunt`, { cause: 'Blunt', suicide: true }],
    [
      `${tag(ANN)} was killed by minicopter.entity (entity) at (968.1, 24.7, -1792.2)`,
      { cause: 'minicopter.entity', position: { x: 968.1, height: 24.7, y: -1792.2 } },
    ],
  ])('%s', (line, expected) => {
    expect(parse(line)).toMatchObject({ kind: 'death', ...ANN, ...expected });
  });
});

test('chat imitates nothing', () => {
  const forged = [
    `${tag(BOB)} was killed by ${tag(ANN)}`,
    `203.0.113.7:1/${BOB.steamId}/Bob joined [windows/${BOB.steamId}]`,
    `Bob with steamid ${BOB.steamId} joined from ip 203.0.113.7:19008`,
    `[EAC] Kicking ${BOB.steamId} / Bob (x)`,
    'Saving complete',
  ];
  for (const text of forged) {
    for (const mark of ['[CHAT]', '[TEAM CHAT]']) {
      expect(parse(`${mark} ${tag(ANN)} : ${text}`, ANN, BOB)).toEqual({ kind: 'chat' });
    }
  }
});

test('a name imitates no leaving of another', () => {
  const forged = { ...ANN, name: `203.0.113.9:1/${BOB.steamId}/Bob disconnecting: ` };
  for (const line of [
    `${tag(forged)} was killed by fall!`,
    `${forged.name} with steamid ${ANN.steamId} joined from ip 203.0.113.7:19008`,
    `${tag(forged)} has spawned`,
  ]) {
    expect(parse(line, BOB, forged)).toMatchObject({ steamId: ANN.steamId });
    expect(parse(line.replace(`/${BOB.steamId}/`, `/${BOB.steamId}/x`), BOB)).toMatchObject({
      steamId: ANN.steamId,
    });
  }
});

test('a ban of the anti-cheat, parentheses in its reason and in the name', () => {
  const line = `[EAC] Kicking ${ANN.steamId} / A (b) (Authentication timed out (1/2))`;
  const reason = 'Authentication timed out (1/2)';
  expect(parse(line, { ...ANN, name: 'A (b)' })).toMatchObject({ name: 'A (b)', reason });
  expect(parse(line.replace('A (b)', 'Ann'))).toMatchObject({ ...ANN, reason });
});

test.each([
  ['Saved 30,047 ents, cache(0.15), write(0.01), disk(0.01).', 'save'],
  [`203.0.113.7:1/${ANN.steamId}/Ann has auth level 2`, 'auth-level'],
  ['[Better Chat] [Global] vetmon: a', 'better-chat'],
  ["Calling 'Kick' on 'x'", 'plugins'],
  ['RCON: IP 127.0.0.1 attempted to connect with incorrect password.', 'remote-control'],
])('%s says nothing about players', (line, what) => {
  expect(parse(line)).toEqual({ kind: 'known', what });
});

test('what nobody knows is unexplained', () => {
  expect(parse('Something new in this month’s build')).toEqual({ kind: 'unexplained' });
});

const fragments = [
  '',
  ' ',
  '/',
  '[',
  ']',
  ': ',
  '(',
  ')',
  '"',
  '👑',
  'מלך',
  '[CHAT] ',
  '[EAC] Kicking ',
  '[event] ',
  ' was killed by ',
  ' was suicide by ',
  ' died (Fall)',
  ' has spawned',
  ' disconnecting: ',
  ' joined [windows/76561190000000099]',
  ' with steamid 76561190000000099 joined from ip 203.0.113.9:1',
  '[76561190000000099]',
  '[1/76561190000000099] : ',
  '203.0.113.9:1/76561190000000099/',
  ' at (1.0, 2.0, 3.0)',
];
const part = fc.oneof(
  fc.constantFrom(...fragments),
  fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => !/[\r\n]/.test(text)),
);
const name = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
const people = fc
  .tuple(name, name)
  .filter(([one, other]) => one !== other)
  .map(([one, other]): [LinePlayer, LinePlayer] => [
    { ...ANN, name: one },
    { ...BOB, name: other },
  ]);

describe('whatever people call themselves, a line of somebody known reads as it was printed:', () => {
  const always = (
    print: (one: LinePlayer, other: LinePlayer) => string,
    expected: (one: LinePlayer, other: LinePlayer) => object,
  ) =>
    fc.assert(
      fc.property(people, ([one, other]) => {
        expect(parse(print(one, other), one, other)).toMatchObject(expected(one, other));
      }),
      { numRuns: 500 },
    );

  test('a disconnection', () =>
    always(
      (one) => `203.0.113.7:1/${one.steamId}/${one.name} disconnecting: closing`,
      (one) => ({ kind: 'disconnecting', ...one, reason: 'closing' }),
    ));
  test('a death by a player', () =>
    always(
      (one, other) => `${tag(one)} was killed by ${tag(other)}`,
      (one, other) => ({ kind: 'death', ...one, killer: other }),
    ));
  test('a death by nobody', () =>
    always(
      (one) => `${tag(one)} was killed by fall!`,
      (one) => ({ kind: 'death', ...one, cause: 'fall', killer: null }),
    ));
  test('a spawn', () =>
    always(
      (one) => `${one.name}[5/${one.steamId}] has entered the game`,
      (one) => ({ kind: 'spawned', ...one }),
    ));
  test('the second line of a join', () =>
    always(
      (one) => `${one.name} with steamid ${one.steamId} joined from ip 203.0.113.7:19008`,
      (one) => ({ kind: 'joined', steamId: one.steamId }),
    ));
  test('chat', () =>
    always(
      (one, other) => `[CHAT] ${tag(one)} : ${other.name}`,
      () => ({ kind: 'chat' }),
    ));
  test('a kick of the anti-cheat', () =>
    always(
      (one) => `[EAC] Kicking ${one.steamId} / ${one.name} (why (1/2))`,
      (one) => ({ kind: 'eac-kick', ...one, reason: 'why (1/2)' }),
    ));
});

test('a join of anybody reads as it was printed', () => {
  fc.assert(
    fc.property(name, (called) => {
      const line = `203.0.113.7:1/${ANN.steamId}/${called} joined [windows/${ANN.steamId}]`;
      expect(parse(line)).toMatchObject({ kind: 'joined', name: called, steamId: ANN.steamId });
    }),
  );
});

test('any text is a line, and none throws', () => {
  fc.assert(
    fc.property(fc.oneof(name, fc.string()), people, (text, known) => {
      expect(parse(text, ...known).kind).toBeTypeOf('string');
    }),
  );
});
