import { beforeEach, describe, expect, test } from 'vitest';
import { ANN, BOB, CY, ENDPOINT, TARGET, Watched } from './watched.ts';

let w: Watched;

beforeEach(() => {
  w = new Watched();
});

describe('connecting', () => {
  test('tells its states, the players found, their pings, the figures', async () => {
    w.server.players = [{ steamId: ANN, name: 'Ann', address: '203.0.113.1:4000' }];
    w.server.queue = 7;
    w.server.print('Saving complete');
    w.server.say(ANN, 'Ann', 'before anybody listened');
    await w.start();
    expect(w.of('state')).toEqual([
      { kind: 'state', state: 'STARTING', ready: false, fault: null },
      { kind: 'state', state: 'CONNECTING', ready: false, fault: null },
      { kind: 'state', state: 'CONNECTED', ready: false, fault: null },
      { kind: 'state', state: 'CONNECTED', ready: true, fault: null },
    ]);
    expect(w.of('join')).toMatchObject([
      { seen: 'resync', player: { name: 'Ann', steamId: ANN, ip: '203.0.113.1', port: 4000 } },
    ]);
    expect(w.of('pings')).toEqual([{ kind: 'pings', pings: new Map([[w.keyOf('Ann'), 40]]) }]);
    expect(w.of('population')).toEqual([
      { kind: 'population', source: 'rcon', population: { players: 1, slots: 100, queue: 7 } },
    ]);
    expect(w.of('environment')).toMatchObject([
      {
        name: 'A Rust server',
        map: 'Procedural Map',
        version: '2633',
        time: '09:01',
        wipedAt: Date.UTC(2026, 8, 26, 13, 0, 13),
      },
    ]);
    expect(w.of('console', 'chat')).toEqual([]);
  });
  test('a stop while the name is resolved leaves one connection to the next start', async () => {
    w.connector.start();
    void w.connector.stop();
    w.connector.start();
    await w.clock.advance(1_000);
    expect(w.server.connections).toHaveLength(1);
  });
  test('keeps one connection for hours', async () => {
    await w.start();
    await w.clock.advance(6 * 3_600_000);
    expect(w.server.connections).toHaveLength(1);
    expect(w.server.sessions).toBe(1);
  });
  test('a wrong password is found out by closes in a row, and not tried again', async () => {
    w.server.password = 'another';
    await w.start();
    await w.clock.advance(600_000);
    expect(w.of('state').at(-1)).toMatchObject({
      state: 'ERROR',
      fault: { kind: 'authentication-failed' },
    });
    expect(w.of('state')).toHaveLength(3);
    expect(w.server.connections).toHaveLength(3);
    expect(w.network.open).toBe(0);
  });
  test('also where the server takes its time to close', async () => {
    w.server.ready = false;
    w.clock.after(5_000, function close() {
      w.server.die();
      w.clock.after(5_000, close);
    });
    await w.start();
    await w.clock.advance(60_000);
    expect(w.of('state').at(-1)).toMatchObject({ fault: { kind: 'authentication-failed' } });
    expect(w.server.connections).toHaveLength(3);
  });
  test('a password that was good before is tried on, and what it may be is said', async () => {
    await w.start();
    w.server.die();
    w.server.password = 'another';
    await w.clock.advance(120_000);
    expect(w.of('state').at(-1)).toMatchObject({ state: 'ERROR', fault: { kind: 'forbidden' } });
    w.server.password = TARGET.rcon.password;
    await w.clock.advance(60_000);
    expect(w.of('state').at(-1)).toMatchObject({ state: 'CONNECTED', ready: true });
  });
  test('closes between refusals are a server that restarts', async () => {
    for (let round = 0; round < 3; round += 1) {
      w.server.refusals.push(
        { kind: 'closed', code: 1006, reason: '' },
        { kind: 'closed', code: 1006, reason: '' },
        round === 0 ? { kind: 'refused' } : { kind: 'failed', detail: 'ECONNRESET' },
      );
    }
    await w.start();
    await w.clock.advance(300_000);
    expect(w.of('state').at(-1)).toMatchObject({ state: 'CONNECTED', ready: true });
    expect(w.of('state').filter((fact) => 'state' in fact && fact.state === 'ERROR')).toEqual([]);
  });
  test('a handshake that is answered otherwise is forbidden, or the password is', async () => {
    w.server.refusals.push({ kind: 'rejected', status: 503 }, { kind: 'rejected', status: 401 });
    await w.start();
    await w.clock.advance(300_000);
    expect(w.of('state').slice(2)).toMatchObject([
      { state: 'ERROR', fault: { kind: 'forbidden' } },
      { state: 'ERROR', fault: { kind: 'authentication-failed' } },
    ]);
    expect(w.server.connections).toHaveLength(2);
  });
  test('a server that is still loading is connected and not ready, then ready', async () => {
    w.server.ready = false;
    await w.start();
    await w.clock.advance(90_000);
    expect(w.of('state').at(-1)).toMatchObject({ state: 'CONNECTED', ready: false });
    w.server.ready = true;
    w.server.players = [{ steamId: ANN, name: 'Ann', address: '203.0.113.1:4000' }];
    await w.clock.advance(15_000);
    expect(w.of('state').at(-1)).toMatchObject({ state: 'CONNECTED', ready: true });
    expect(w.names).toEqual(['Ann']);
    expect(
      w.of('state').filter((fact) => 'state' in fact && fact.state === 'DISCONNECTED'),
    ).toEqual([]);
    // It may have gone down again while it was loading: now and then another connection shows.
    expect(w.server.connections.length).toBeLessThanOrEqual(4);
  });
  test('a connection that nothing comes through is given up within ten seconds', async () => {
    await w.start();
    await w.clock.advance(60_000);
    w.facts.length = 0;
    const fell = w.clock.now();
    w.network.web.frozen = true;
    await w.clock.advance(20_000);
    const states = w.facts.filter((fact) => fact.kind === 'state');
    expect(states.map(({ ready }) => ready)).not.toContain(true);
    expect((states[0]?.at ?? Infinity) - fell).toBeLessThanOrEqual(10_000);
    const fault = { kind: 'socket-unreachable' };
    expect(states.at(-1)).toMatchObject({ state: 'DISCONNECTED', fault });
  });
  test('after a connection the pauses are short again, however many attempts had failed', async () => {
    await w.start();
    for (let round = 0; round < 12; round += 1) {
      w.network.web.unlisten(ENDPOINT);
      w.server.die();
      await w.clock.advance(25_000);
      w.server = w.begin();
      await w.clock.advance(20_000);
      expect(w.of('state').at(-1)).toMatchObject({ state: 'CONNECTED', ready: true });
      w.server.die();
      await w.clock.advance(4_100);
      expect(w.of('state').at(-1)).toMatchObject({ state: 'CONNECTED' });
    }
  });
  test('attempts are never closer than two seconds', async () => {
    w.network.web.unlisten(ENDPOINT);
    const began: number[] = [];
    const { openWebSocket, ...rest } = w.network.ports();
    w.connector = w.connect({
      ...rest,
      openWebSocket: (endpoint, path, handlers) => {
        began.push(w.clock.elapsed());
        return openWebSocket(endpoint, path, handlers);
      },
    });
    await w.start();
    await w.clock.advance(600_000);
    expect(began.length).toBeGreaterThan(15);
    const pauses = began.slice(1).map((at, index) => at - (began[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30_100);
  });
  test('nothing is told after a stop, and nothing stays open', async () => {
    await w.start();
    await w.connector.stop();
    const before = w.facts.length;
    w.server.print('Saving complete');
    await w.clock.advance(600_000);
    expect(w.facts).toHaveLength(before);
    expect(w.network.open).toBe(0);
    expect(w.server.sessions).toBe(0);
  });
});

describe('what the server says', () => {
  test('becomes facts in the order said, each line in the console', async () => {
    await w.start();
    w.facts.length = 0;
    w.server.join(ANN, 'Ann', true, '203.0.113.7:56350');
    w.server.print(`Ann with steamid ${ANN} joined from ip 203.0.113.7:19008`);
    w.server.join(BOB, 'Bob', true, '203.0.113.8:1');
    w.server.say(ANN, 'Ann', 'Ann: hi');
    w.server.print(`Bob[${BOB}] was killed by Ann[${ANN}] at (968.1, 24.7, -1792.2)`);
    w.server.print(`Bob[${BOB}] was killed by fall!`);
    w.server.print(`Bob[1234/${BOB}] was suicide by Blunt`);
    w.server.print(`Bob[1234/${BOB}] was suicide by Suicide`);
    w.server.print(`[EAC] Kicking ${BOB} / Bob (Authentication timed out (1/2))`);
    w.server.leave(BOB, 'Kicked: EAC: Authentication timed out (1/2)');
    await w.clock.advance(100);
    expect(w.of('join', 'leave', 'chat', 'death', 'kick')).toMatchObject([
      { kind: 'join', seen: 'live', player: { name: 'Ann', steamId: ANN, port: 56350 } },
      { kind: 'join', seen: 'live', player: { name: 'Bob' } },
      { kind: 'chat', channel: 'Global', name: 'Ann', text: 'hi', player: { steamId: ANN } },
      {
        kind: 'death',
        player: { steamId: BOB },
        by: { player: { steamId: ANN }, name: 'Ann', isPlayer: true },
        position: { x: 968.1, y: -1792.2, height: 24.7 },
      },
      { kind: 'death', name: 'Bob', by: { player: null, name: 'fall', isPlayer: false } },
      { kind: 'death', name: 'Bob', by: { player: { steamId: BOB }, weapon: 'Blunt' } },
      { kind: 'death', name: 'Bob', by: { player: null, name: 'Suicide', isPlayer: false } },
      { kind: 'kick', name: 'Bob', by: 'eac', reason: 'Authentication timed out (1/2)' },
      { kind: 'leave', seen: 'live', player: { name: 'Bob' } },
    ]);
    expect(w.of('console')).toHaveLength(10);
  });
  test('a report by a player is a line of the console, and one that cannot be read is shown as it came', async () => {
    await w.start();
    const report = {
      PlayerId: ANN,
      PlayerName: 'Ann',
      TargetId: BOB,
      TargetName: 'Bob',
      Subject: 'cheating',
      Message: 'flies',
      Type: 'cheat',
    };
    w.server.report(JSON.stringify(report));
    w.server.report('Ann reports Bob');
    await w.clock.advance(100);
    expect(w.console).toEqual(['[REPORT] Ann about Bob: cheating: flies', 'Ann reports Bob']);
  });
  test('of its own questions, which old servers print, is not shown', async () => {
    await w.start();
    w.server.print('[rcon] 192.0.2.9: playerlist');
    w.server.print('[rcon] 192.0.2.9: kick 1');
    await w.clock.advance(100);
    expect(w.console).toEqual(['[rcon] 192.0.2.9: kick 1']);
  });
  test('another tool’s message is an admin’s, a kick in the chat is a kick', async () => {
    w.server.players = [{ steamId: ANN, name: 'Ann (x)', address: '203.0.113.1:4000' }];
    await w.start();
    w.server.say('0', 'SERVER', 'wipe at 19:00', 2);
    w.server.say('0', 'SERVER', 'Kicking Ann (x) (rude (very))', 2);
    w.server.say('0', 'SERVER', 'Kickbanning Nobody (gone)', 2);
    await w.clock.advance(100);
    expect(w.of('admin', 'kick')).toMatchObject([
      { kind: 'admin', admin: null, did: 'message-public', text: 'wipe at 19:00' },
      { kind: 'kick', player: { steamId: ANN }, reason: 'rude (very)', by: 'admin-kick' },
      { kind: 'kick', player: null, name: 'Nobody', by: 'admin-ban' },
    ]);
  });
  test('is never the password', async () => {
    await w.start();
    const { password } = TARGET.rcon;
    w.server.print(`rcon.password: "${password}"`);
    w.server.answers.set('rcon.password', () => [`rcon.password: "${password}"`]);
    const result = await w.run({ action: 'RAW', command: 'rcon.password' });
    await w.run({ action: 'RAW', command: `echo ${password}` });
    expect(JSON.stringify([w.facts, result])).not.toContain(password);
    expect(JSON.stringify(w.facts)).not.toContain(encodeURIComponent(password));
    expect(w.network.web.opened).toEqual(['/canary%20password%2F%3F']);
  });
  test('who is loading is in no list and stays, who left without a line goes', async () => {
    await w.start();
    w.server.join(ANN, 'Ann', false);
    await w.clock.advance(120_000);
    expect(w.names).toEqual(['Ann']);
    w.server.players = [{ steamId: ANN, name: 'Ann', address: '203.0.113.1:4000' }];
    await w.clock.advance(15_000);
    w.server.players = [];
    await w.clock.advance(30_000);
    expect(w.names).toEqual([]);
    expect(w.of('leave')).toMatchObject([{ seen: 'resync' }]);
    expect(w.of('join')).toHaveLength(1);
  });
});

describe('a gap', () => {
  beforeEach(async () => {
    w.server.join(ANN, 'Ann');
    w.server.join(BOB, 'Bob');
    w.server.say(ANN, 'Ann', 'before anybody listened');
    await w.start();
    w.server.say(ANN, 'Ann', 'heard live');
    w.server.print('Saving complete');
    await w.clock.advance(5_000);
    w.facts.length = 0;
    w.network.web.frozen = true;
  });

  async function resume(): Promise<void> {
    await w.clock.advance(60_000);
    w.network.web.frozen = false;
    w.server.die();
    await w.clock.advance(60_000);
  }

  test('is made up for from the histories, once, in its own time and as no live joins', async () => {
    const began = w.clock.now();
    w.server.print('Saving complete');
    w.server.print('[rcon] 192.0.2.9: playerlist');
    w.server.say(ANN, 'Ann', 'missed');
    w.server.print(`Bob[${BOB}] was killed by Bear`);
    w.server.leave(BOB);
    w.server.join(CY, 'Cy', false, '203.0.113.9:9');
    w.server.say('0', 'SERVER', 'also missed', 2);
    await resume();
    expect(w.of('state').map((fact) => ('state' in fact ? fact.state : ''))).toEqual([
      'DISCONNECTED',
      'CONNECTED',
      'CONNECTED',
    ]);
    expect(w.of('join', 'leave')).toMatchObject([
      { kind: 'leave', seen: 'resync', player: { name: 'Bob' } },
      { kind: 'join', seen: 'resync', player: { name: 'Cy' } },
    ]);
    expect(w.of('chat', 'admin', 'death')).toMatchObject([
      { kind: 'death', name: 'Bob', by: { name: 'Bear' } },
      { kind: 'chat', text: 'missed' },
      { kind: 'admin', text: 'also missed' },
    ]);
    expect(w.console).toEqual([
      'Saving complete',
      `[CHAT] Ann[${ANN}] : missed`,
      `Bob[${BOB}] was killed by Bear`,
      expect.stringContaining('Bob disconnecting'),
      expect.stringContaining('Cy joined'),
    ]);
    expect(w.of('gap')).toEqual([]);
    const death = w.facts.find((fact) => fact.kind === 'death');
    expect(Math.abs((death?.at ?? 0) - began)).toBeLessThan(60_000);
    w.facts.length = 0;
    w.server.die();
    await w.clock.advance(60_000);
    expect(w.of('chat', 'admin', 'death', 'console', 'join', 'leave')).toEqual([]);
  });
  test('with a restart in it empties the server, and is marked: the process took its memory along', async () => {
    w.network.web.frozen = false;
    const died = w.clock.now();
    w.server.die();
    w.network.web.unlisten(ENDPOINT);
    await w.clock.advance(120_000);
    w.server = w.begin();
    const began = w.clock.now();
    w.server.print('Server startup complete');
    w.server.players = [{ steamId: ANN, name: 'Ann', address: '203.0.113.1:4000' }];
    await w.clock.advance(60_000);
    expect(w.of('leave', 'join')).toMatchObject([
      { kind: 'leave', seen: 'resync', player: { name: 'Ann' } },
      { kind: 'leave', seen: 'resync', player: { name: 'Bob' } },
      { kind: 'join', seen: 'resync', player: { name: 'Ann' } },
    ]);
    const gaps = w.facts.flatMap((fact) => (fact.kind === 'gap' ? [fact] : []));
    expect(gaps).toHaveLength(1);
    expect(gaps[0]?.from).toBeLessThanOrEqual(died);
    expect(gaps[0]?.from).toBeGreaterThan(died - 11_000);
    expect(gaps[0]?.to).toBeGreaterThanOrEqual(began - 1_000);
    expect(w.of('console')).toMatchObject([{ text: 'Server startup complete' }]);
    expect(w.of('population').at(-1)).toMatchObject({ population: { players: 1 } });
  });
  test('with a restart in it empties the server, also where its first reading breaks off', async () => {
    w.network.web.frozen = false;
    w.server.die();
    w.network.web.unlisten(ENDPOINT);
    await w.clock.advance(120_000);
    w.server = w.begin();
    for (let line = 0; line < 300; line += 1) w.server.print(`Loading prefab ${line}`);
    w.server.players = [{ steamId: ANN, name: 'Ann', address: '203.0.113.1:4000' }];
    w.server.answers.set('console.tail 256', () => {
      w.server.overflow();
      return [];
    });
    await w.clock.advance(60_000);
    expect(w.server.connections.length).toBeGreaterThan(1);
    expect(w.of('leave', 'join')).toMatchObject([
      { kind: 'leave', seen: 'resync', player: { name: 'Ann' } },
      { kind: 'leave', seen: 'resync', player: { name: 'Bob' } },
      { kind: 'join', seen: 'resync', player: { name: 'Ann' } },
    ]);
  });
});

test('a connection that dies without a word is noticed', async () => {
  await w.start();
  w.network.web.frozen = true;
  await w.clock.advance(70_000);
  expect(w.of('state').at(-1)).toMatchObject({
    state: 'DISCONNECTED',
    fault: { kind: 'socket-unreachable' },
  });
  expect(w.of('population').at(-1)).toMatchObject({ population: { players: null, slots: null } });
});
