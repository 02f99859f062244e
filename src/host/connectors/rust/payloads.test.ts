import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import { encodeCommand, parseFrame } from './frame.ts';
import { parseJson } from './json.ts';
import {
  parseChat,
  parseChatTail,
  parseConsoleTail,
  parsePlayerList,
  parseReport,
  parseServerInfo,
} from './payloads.ts';

const ANN = '76561190000000001';

describe('JSON', () => {
  test('keeps the digits of numbers that JavaScript would round, and leaves the others', () => {
    const text = `{"id":${ANN},"s":"x ${ANN} \\" ${ANN}","f":0.${ANN},"e":1e5,"n":[-12,${ANN}]}`;
    expect(parseJson(text)).toEqual({
      id: ANN,
      s: `x ${ANN} " ${ANN}`,
      f: Number(`0.${ANN}`),
      e: 100_000,
      n: [-12, ANN],
    });
  });
  test('is read as JSON.parse reads it, where no number is long', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/\d{16}/.test(text));
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });
  test('that is none is undefined', () => {
    expect([parseJson(''), parseJson('{"a":'), parseJson('[1,]')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('a frame', () => {
  test('of now and of 2019', () => {
    const now = '{"Message":"hi","Identifier":-1,"Type":"Chat","Stacktrace":null}';
    expect(parseFrame(now)).toEqual({ id: -1, text: 'hi', type: 'Chat' });
    const then = '{"Message":"hi","Identifier":1001,"Type":3,"Stacktrace":""}';
    expect(parseFrame(then)).toEqual({ id: 1001, text: 'hi', type: '3' });
  });
  test('of a command comes back with whatever it says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.string(), (id, text) => {
        expect(parseFrame(encodeCommand(id, text))).toEqual({ id, text, type: 'Generic' });
      }),
    );
  });
});

test('a player list is read row by row, and says what it could not read', () => {
  const list = `[
    {"SteamID":"${ANN}","DisplayName":"Brax ✪","Ping":40,"Address":"203.0.113.1:49699","Health":100.0},
    {"SteamID":${ANN.replace(/1$/, '2')},"DisplayName":"No address","Ping":-1,"Address":""},
    {"SteamID":"0","DisplayName":"nobody"}, 7]`;
  expect(parsePlayerList(list)).toEqual({
    rows: [
      { steamId: ANN, name: 'Brax ✪', ping: 40, ip: '203.0.113.1', port: 49699 },
      { steamId: '76561190000000002', name: 'No address', ping: null, ip: null, port: null },
    ],
    dropped: 2,
  });
  expect(parsePlayerList('[]')).toEqual({ rows: [], dropped: 0 });
  expect(parsePlayerList('Unknown command')).toBeNull();
});

test('an older server tells fewer figures', () => {
  expect(parseServerInfo('{"Hostname":"x","MaxPlayers":50,"Players":3,"Uptime":178}')).toEqual({
    name: 'x',
    slots: 50,
    players: 3,
    queue: null,
    joining: null,
    map: null,
    version: null,
    time: null,
    uptime: 178,
    wipedAt: null,
  });
  expect(parseServerInfo('{"Hostname":"x"}')).toBeNull();
});

test('what is longer than anybody says or reports is not read', () => {
  const said = (length: number) =>
    JSON.stringify({ Message: 'x'.repeat(length), PlayerName: 'Ann' });
  const frame = said(0).length;
  expect(parseChat(said(LIMITS.said - frame))).toMatchObject({ name: '' });
  expect(parseReport(said(LIMITS.said - frame))).toMatchObject({ name: 'Ann' });
  expect(parseChat(said(LIMITS.said - frame + 1))).toBeNull();
  expect(parseReport(said(LIMITS.said - frame + 1))).toBeNull();
});

describe('chat', () => {
  test('of now, of 2019 and of the server', () => {
    const now = `{"Channel":1,"Message":"hi","UserId":"${ANN}","Username":"Ann","Time":1}`;
    expect(parseChat(now)).toEqual({
      channel: 'Team',
      steamId: ANN,
      name: 'Ann',
      text: 'hi',
      time: 1,
    });
    expect(parseChat(`{"Message":"hi","UserId":${ANN},"Username":"Ann","Time":1}`)).toMatchObject({
      channel: 'Global',
      steamId: ANN,
    });
    expect(parseChat('{"Channel":2,"Message":"x","UserId":0,"Username":"SERVER"}')).toMatchObject({
      channel: 'Server',
      steamId: '0',
    });
    expect(parseChat('{"Channel":12,"Message":"x"}')).toMatchObject({ channel: 'Channel 12' });
  });
  test('of a plugin that repeats the name says it once', () => {
    const painted = `{"Message":"vetmon: a","UserId":"${ANN}","Username":"vetmon"}`;
    expect(parseChat(painted)).toMatchObject({ name: 'vetmon', text: 'a' });
  });
  test('that is none', () => {
    expect([parseChat('hello'), parseChat('{"Message":1}')]).toEqual([null, null]);
  });
});

test('histories leave out what they cannot read', () => {
  expect(parseConsoleTail('[{"Message":"a","Time":5},{"Message":"b"},{},3]')).toEqual([
    { text: 'a', time: 5 },
    { text: 'b', time: null },
  ]);
  expect(parseChatTail('[{"Message":"a"},{}]')).toHaveLength(1);
  expect([parseConsoleTail('{}'), parseChatTail('')]).toEqual([null, null]);
});

test('a report', () => {
  const report =
    '{"PlayerId":"1","PlayerName":"Ann","TargetId":"2","TargetName":"Bob","Subject":"s","Message":"m","Type":"cheat"}';
  expect(parseReport(report)).toEqual({ name: 'Ann', target: 'Bob', subject: 's', text: 'm' });
});

/** JSON of the shapes that are read, with anything in their places, and text cut anywhere. */
const FIELDS = [
  'Message',
  'Identifier',
  'Type',
  'SteamID',
  'DisplayName',
  'Ping',
  'Address',
  'Players',
  'Uptime',
  'GameTime',
  'UserId',
  'Username',
  'Channel',
  'Time',
];
const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(ANN, Number(ANN), -1, 1e300, '', '203.0.113.1:99999999'),
);
const shaped = fc.dictionary(fc.constantFrom(...FIELDS), anything).map((one) => [one, [one]]);
const malformed = fc
  .tuple(
    fc.oneof(
      shaped.map(([one]) => JSON.stringify(one)),
      shaped.map((two) => JSON.stringify(two[1])),
    ),
    fc.nat({ max: 200 }),
    fc.boolean(),
  )
  .map(([text, at, cut]) => (cut ? text.slice(0, at) : text));

test('malformed input never throws and never gives a wrong row', () => {
  fc.assert(
    fc.property(fc.oneof(malformed, fc.string()), (text) => {
      const frame = parseFrame(text);
      if (frame !== null) expect(Number.isInteger(frame.id)).toBe(true);
      for (const row of parsePlayerList(text)?.rows ?? []) {
        expect(row.steamId).toMatch(/^\d{17}$/);
        expect(row.ping === null || row.ping >= 0).toBe(true);
      }
      const info = parseServerInfo(text);
      if (info?.time !== null && info !== null) expect(info.time).toMatch(/^\d\d:\d\d$/);
      parseChat(text);
      parseChatTail(text);
      parseConsoleTail(text);
      parseReport(text);
    }),
    { numRuns: 500 },
  );
});
