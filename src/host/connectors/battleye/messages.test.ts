import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHAT_CHANNELS, parseServerMessage, type KnownPlayer } from './messages.ts';

const GUID = '0f09332d84ea4d1cd6bcd7332ae81d24';
const OTHER = 'd6fc86cf62411eb52cb801a0edc8d4f1';
const parse = (text: string, ...known: KnownPlayer[]) => parseServerMessage(text, known);

describe('chat', () => {
  test('every channel', () => {
    for (const channel of CHAT_CHANNELS) {
      expect(parse(`(${channel}) Bob: hello: you`)).toEqual({
        kind: 'chat',
        channel,
        name: 'Bob',
        text: 'hello: you',
      });
    }
  });
  test('the longest known name is the speaker', () => {
    const line = '(Global) Bob: the: builder: hi';
    const known = [
      { slot: 0, name: 'Bob' },
      { slot: 1, name: 'Bob: the: builder' },
    ];
    expect(parse(line, ...known)).toMatchObject({ name: 'Bob: the: builder', text: 'hi' });
    expect(parse(line)).toMatchObject({ name: 'Bob', text: 'the: builder: hi' });
  });
  test('cannot imitate a system line', () => {
    const lines = [
      `Player #0 Bob (${GUID}) has been kicked by BattlEye: Admin Kick (x)`,
      'Player #0 Bob disconnected',
      'RCon admin #0 (127.0.0.1:1) logged in',
    ];
    for (const text of lines) {
      expect(parse(`(Side) Eve: ${text}`)).toMatchObject({ kind: 'chat', name: 'Eve', text });
    }
  });
  test('a message may be empty, also without its blank', () => {
    expect(parse('(Global) Bob: ')).toMatchObject({ name: 'Bob', text: '' });
    expect(parse('(Global) Bob:')).toMatchObject({ name: 'Bob', text: '' });
  });
  test('of a name that ends with a blank', () => {
    const line = '(Direct) Mike : hi';
    expect(parse(line, { slot: 3, name: 'Mike ' })).toMatchObject({ name: 'Mike ', text: 'hi' });
  });
});

describe('players', () => {
  test('a connection', () => {
    expect(parse('Player #0 a (b) (10.125.0.3:41939) connected')).toEqual({
      kind: 'connected',
      slot: 0,
      name: 'a (b)',
      ip: '10.125.0.3',
      port: 41939,
    });
  });
  test('a GUID in its three wordings', () => {
    for (const words of [`BE GUID: ${GUID}`, `GUID: ${GUID} (unverified)`, `GUID: ${GUID}`]) {
      expect(parse(`Player #21 Tipsy - Ostrich - ${words}`)).toEqual({
        kind: 'guid',
        slot: 21,
        name: 'Tipsy - Ostrich',
        guid: GUID,
      });
    }
  });
  test('a legacy GUID is another thing', () => {
    expect(parse(`Player #0 ZBuffet - Legacy GUID: ${GUID}`)).toMatchObject({
      kind: 'legacy-guid',
      name: 'ZBuffet',
    });
  });
  test('a verified GUID, of or for a player', () => {
    for (const word of ['of', 'for']) {
      expect(parse(`Verified GUID (${GUID}) ${word} player #11 Iteron`)).toEqual({
        kind: 'verified',
        slot: 11,
        name: 'Iteron',
        guid: GUID,
      });
    }
  });
  test('a disconnection of somebody called so', () => {
    expect(parse('Player #3 x (1.2.3.4:5) connected disconnected')).toEqual({
      kind: 'disconnected',
      slot: 3,
      name: 'x (1.2.3.4:5) connected',
    });
  });
});

describe('kicks', () => {
  const kick = (reason: string, who = `Bob (${GUID})`) =>
    parse(`Player #7 ${who} has been kicked by BattlEye${reason}`);

  test('by an admin, with or without a reason', () => {
    expect(kick(': Admin Kick (be nice (really))')).toMatchObject({
      kind: 'kicked',
      slot: 7,
      name: 'Bob',
      guid: GUID,
      by: 'admin-kick',
      reason: 'be nice (really)',
    });
    expect(kick(': Admin Kick ()')).toMatchObject({ by: 'admin-kick', reason: '' });
    expect(kick(': Admin Kick')).toMatchObject({ by: 'admin-kick', reason: '' });
  });
  test('by a ban', () => {
    expect(kick(': Admin Ban ([vosur][15.09.15 15:14:56] Sabotage)')).toMatchObject({
      by: 'admin-ban',
      reason: '[vosur][15.09.15 15:14:56] Sabotage',
    });
  });
  test('by BattlEye itself', () => {
    for (const reason of ['Client not responding', 'Script Restriction #107', 'Query Timeout']) {
      expect(kick(`: ${reason}`)).toMatchObject({ by: 'battleye', reason });
    }
  });
  test('of somebody without a GUID', () => {
    expect(kick(': Query Timeout', 'Bob (-)')).toMatchObject({ name: 'Bob', guid: null });
  });
  test('the last GUID is the anchor, unless the player is known', () => {
    const fake = `Bob (${OTHER}) has been kicked by BattlEye: no (${GUID})`;
    expect(kick(': Admin Kick (x)', fake)).toMatchObject({
      name: `Bob (${OTHER}) has been kicked by BattlEye: no`,
      guid: GUID,
    });
    const reason = `Admin Kick (see (${OTHER}) has been kicked by BattlEye: y)`;
    const line = `Player #7 Bob (${GUID}) has been kicked by BattlEye: ${reason}`;
    expect(parse(line, { slot: 7, name: 'Bob' })).toMatchObject({ name: 'Bob', guid: GUID });
  });
});

describe('the rest', () => {
  test('admins', () => {
    expect(parse('RCon admin #0 (127.0.0.1:39951) logged in')).toEqual({
      kind: 'admin-login',
      admin: 0,
      ip: '127.0.0.1',
    });
    expect(parse('RCon admin #2: (Global) restart in 5')).toMatchObject({
      kind: 'admin-message',
      to: null,
      text: 'restart in 5',
    });
    expect(parse('RCon admin #1: (To a) b) hi', { slot: 1, name: 'a) b' })).toMatchObject({
      to: 'a) b',
      text: 'hi',
    });
  });
  test('filter logs', () => {
    expect(parse(`RemoteExec Log: #1 Bob (${GUID}) - #0 "bis_fnc"`)).toMatchObject({
      kind: 'filter-log',
      filter: 'RemoteExec',
      slot: 1,
      name: 'Bob',
    });
  });
  test('BattlEye about itself', () => {
    for (const text of [
      'Connected to BE Master',
      'Disconnected from BE Master',
      'Failed to resolve BE Master DNS name(s)',
      'Failed to receive from BE Master (code 1)',
      'Ban check timed out, no response from BE Master',
      'Master query timed out, no response from BE Master',
      'Config entry: RestrictRCon 0',
      'Initialized (v1.217)',
    ]) {
      expect(parse(text)).toEqual({ kind: 'battleye', text });
    }
  });
  test('whatever else there is keeps its text', () => {
    expect(parse('Something new')).toEqual({ kind: 'unexplained', text: 'Something new' });
    expect(parse('(Moon) Bob: hi')).toMatchObject({ kind: 'unexplained' });
  });
});

test('a known name, whatever it holds, comes through every line whole', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(name, fc.nat({ max: 255 }), (player, slot) => {
      const known = { slot, name: player };
      const start = `Player #${slot} ${player}`;
      expect(parse(`${start} disconnected`, known)).toMatchObject({
        kind: 'disconnected',
        name: player,
      });
      expect(parse(`${start} (1.2.3.4:5) connected`, known)).toMatchObject({
        kind: 'connected',
        name: player,
      });
      expect(parse(`${start} - BE GUID: ${GUID}`, known)).toMatchObject({
        kind: 'guid',
        name: player,
      });
      expect(
        parse(`${start} (${GUID}) has been kicked by BattlEye: Admin Kick (a)`, known),
      ).toMatchObject({ kind: 'kicked', name: player, reason: 'a' });
      expect(parse(`(Global) ${player}: a: b`, known)).toMatchObject({
        kind: 'chat',
        name: player,
        text: 'a: b',
      });
    }),
  );
});

test('any text has a meaning', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(parse(text).kind).toBeTypeOf('string');
    }),
  );
});

test('a stranger whose name looks like a kick connects, and is known from then on', () => {
  const name = 'Bob (-) has been kicked by BattlEye: Admin Kick';
  const connected = parseServerMessage(`Player #22 ${name} (192.0.2.18:2304) connected`, []);
  expect(connected).toEqual({ kind: 'connected', slot: 22, name, ip: '192.0.2.18', port: 2304 });
  const guid = '0123456789abcdef0123456789abcdef';
  expect(parseServerMessage(`Player #22 ${name} - BE GUID: ${guid}`, [{ slot: 22, name }])).toEqual(
    {
      kind: 'guid',
      slot: 22,
      name,
      guid,
    },
  );
});
