import { beforeEach, describe, expect, test } from 'vitest';
import { FakeNetwork, ManualClock } from '../doubles.ts';
import { FakeBattlEyeServer } from './doubles.ts';
import { BattlEyeSession, type Gap } from './session.ts';

const SERVER = { address: '192.0.2.1', port: 2306 };
let clock: ManualClock;
let network: FakeNetwork;
let server: FakeBattlEyeServer;
let session: BattlEyeSession;
let seen: string[];
let messages: string[];
let gaps: Gap[];

beforeEach(() => {
  clock = new ManualClock();
  network = new FakeNetwork(clock);
  network.name('game.example', SERVER.address);
  server = new FakeBattlEyeServer(network, clock, SERVER);
  seen = [];
  messages = [];
  gaps = [];
  session = connect('game.example');
});

function connect(host: string): BattlEyeSession {
  const target = { host, rcon: { port: SERVER.port, password: 'secret' } };
  return new BattlEyeSession(target, network.ports(), {
    onConnecting: () => seen.push('connecting'),
    onConnected: () => seen.push('connected'),
    onReady: (gap) => {
      seen.push('ready');
      if (gap !== null) gaps.push(gap);
    },
    onDisconnected: (fault, { refused, final }) => {
      seen.push(fault.kind + (refused ? ' refused' : '') + (final ? ' final' : ''));
    },
    onMissed: () => undefined,
    onMessage: (text) => messages.push(text),
  });
}

const ask = (text: string) =>
  session.command(text, { repeat: true, deadline: clock.elapsed() + 12_000 });

describe('logging in', () => {
  test('takes one login, and the first answer makes it ready', async () => {
    session.start();
    await clock.advance(100);
    expect(seen).toEqual(['connecting', 'connected']);
    void ask('players');
    await clock.advance(100);
    expect(seen.at(-1)).toBe('ready');
    expect(server.logins).toHaveLength(1);
  });
  test('a wrong password ends it', async () => {
    server.password = 'another';
    session.start();
    await clock.advance(600_000);
    expect(seen).toEqual(['connecting', 'authentication-failed final']);
    expect(server.logins).toHaveLength(1);
    expect(network.open).toBe(0);
  });
  test('a name that does not resolve is tried again', async () => {
    session = connect('nowhere.example');
    session.start();
    await clock.advance(5_000);
    expect(seen.slice(0, 3)).toEqual(['connecting', 'hostname-not-resolved', 'connecting']);
  });
  test('unheard logins are repeated, of themselves never closer than a second', async () => {
    server.ignoreLogins = 20;
    session.start();
    await clock.advance(300_000);
    expect(seen.at(-1)).toBe('ready');
    const gaps = server.logins.slice(1).map((at, index) => at - (server.logins[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(10_000);
    expect(network.open).toBe(1);
  });
  test('a server that lets nobody in is not stormed', async () => {
    server.ignoreLogins = Infinity;
    session.start();
    const perMinute: number[] = [];
    for (let minute = 0; minute < 15; minute += 1) {
      const before = server.logins.length;
      await clock.advance(60_000);
      perMinute.push(server.logins.length - before);
    }
    expect(perMinute[0]).toBeLessThanOrEqual(24);
    expect(Math.max(...perMinute.slice(1, 6))).toBeLessThanOrEqual(14);
    expect(Math.max(...perMinute.slice(6))).toBeLessThanOrEqual(8);
    expect(seen).not.toContain('connected');
  });
  test('a server that refuses a log-in once is not asked again, though it was asked twice', async () => {
    server.password = 'another';
    server.loginsTake = 1_200;
    session.start();
    await clock.advance(600_000);
    expect(seen).toEqual(['connecting', 'authentication-failed final']);
    expect(server.logins).toHaveLength(2);
  });
  test('where the answer to a login is lost, what the server says shows that it was accepted', async () => {
    server.quietLogins = true;
    session.start();
    await clock.advance(100);
    expect(seen).toEqual(['connecting']);
    server.say('Player #0 Ada disconnected');
    await clock.advance(100);
    expect(seen).toEqual(['connecting', 'connected']);
    expect(messages).toEqual(['Player #0 Ada disconnected']);
    await clock.advance(900);
    expect(server.logins).toHaveLength(1);
  });
  test('a login that was lost is sent again after a second', async () => {
    server.ignoreLogins = 1;
    session.start();
    await clock.advance(1_200);
    expect(seen).toEqual(['connecting', 'connected']);
  });
  test('a login that waits for its answer is sent again when the machine begins to answer elsewhere', async () => {
    server.ignoreLogins = Infinity;
    session.start();
    await clock.advance(60_000);
    const before = server.logins.length;
    while (server.logins.length === before) await clock.advance(100);
    server.ignoreLogins = 0;
    session.hurry();
    await clock.advance(100);
    expect(seen.at(-1)).toBe('connected');
  });
  test('a machine that begins to answer elsewhere is asked at once, however short a while ago it was, and once', async () => {
    server.ignoreLogins = Infinity;
    session.start();
    await clock.advance(60_000);
    const before = server.logins.length;
    while (server.logins.length === before) await clock.advance(100);
    session.hurry();
    session.hurry();
    await clock.advance(100);
    expect(server.logins).toHaveLength(before + 2);
    await clock.advance(800);
    expect(server.logins).toHaveLength(before + 2);
  });
  test('where nothing listens the refusal is told, and the pause grows', async () => {
    network.unlisten(SERVER);
    session.start();
    await clock.advance(60_000);
    expect(seen.slice(0, 2)).toEqual(['connecting', 'socket-unreachable refused']);
    expect(network.opened.length).toBeLessThan(20);
    expect(network.open).toBe(0);
  });
  test('a stopped session is silent, also while the name is being resolved', async () => {
    session.start();
    session.stop();
    await clock.advance(60_000);
    expect(seen).toEqual(['connecting']);
    expect(network.opened).toEqual([]);
  });
});

test('stopped and started again at once, one session comes of it', async () => {
  session.start();
  session.stop();
  session.start();
  await clock.advance(60_000);
  expect(server.logins).toHaveLength(1);
  expect(network.open).toBe(1);
});

describe('a session', () => {
  beforeEach(async () => {
    session.start();
    await clock.advance(100);
    await Promise.all([ask('players'), clock.advance(100)]);
    seen.length = 0;
  });

  test('stays for hours on its keep-alives', async () => {
    await clock.advance(6 * 3_600_000);
    expect(seen).toEqual([]);
    expect(server.sessions).toBe(1);
  });
  test('hears a thousand messages, each once, past the wrap of their numbers', async () => {
    for (let count = 0; count < 1_000; count += 1) {
      server.say(`message ${count}`);
      await clock.advance(20);
    }
    expect(messages).toEqual(Array.from({ length: 1_000 }, (_, count) => `message ${count}`));
  });
  test('hears each message once and in order when acknowledgements and copies are lost', async () => {
    Object.assign(network.faults, { loss: 0.05, duplication: 0.1, reordering: 0.2, delay: 800 });
    for (let count = 0; count < 1_000; count += 1) {
      server.say(`message ${count}`);
      await clock.advance(500);
    }
    Object.assign(network.faults, { loss: 0, duplication: 0, reordering: 0 });
    await clock.advance(30_000);
    expect(new Set(messages).size).toBe(messages.length);
    expect(seen).toEqual([]);
    expect(messages).toEqual(Array.from({ length: 1_000 }, (_, count) => `message ${count}`));
  });
  test('reads a long answer whole through loss, copies and reordering', async () => {
    const answer = Array.from({ length: 500 }, (_, row) => `строка ${row}`).join('\n');
    server.answers.set('bans', () => answer);
    Object.assign(network.faults, { loss: 0.02, duplication: 0.2, reordering: 0.5 });
    const results = [];
    for (let times = 0; times < 20; times += 1) {
      const asked = ask('bans');
      await clock.advance(12_000);
      results.push(await asked);
    }
    const whole = results.filter((result) => result.ok);
    expect(whole.length).toBeGreaterThan(10);
    for (const result of whole) expect(result.text).toBe(answer);
  });
  test('notices that the server dropped it in silence, and comes back', async () => {
    server.forgetEveryone();
    await clock.advance(120_000);
    expect(seen).toEqual(['socket-unreachable', 'connecting', 'connected', 'ready']);
    expect(server.sessions).toBe(1);
  });
  test('notices a restart at once where the machine says so', async () => {
    network.unlisten(SERVER);
    void ask('players');
    await clock.advance(50);
    expect(seen).toEqual(['socket-unreachable refused']);
  });
  test('outlasts a network that is cut for some seconds', async () => {
    server.mute = true;
    await clock.advance(5_500);
    server.mute = false;
    await clock.advance(60_000);
    expect(seen).toEqual([]);
  });
  test('says from when on nothing was heard', async () => {
    server.mute = true;
    const fell = clock.elapsed();
    await clock.advance(30_000);
    server.mute = false;
    const back = clock.elapsed();
    await clock.advance(30_000);
    expect(gaps).toHaveLength(1);
    const [gap] = gaps;
    expect(gap?.from).toBeLessThanOrEqual(fell);
    expect(gap?.from).toBeGreaterThanOrEqual(fell - 15_000);
    expect(gap?.to).toBeGreaterThanOrEqual(back);
  });
  test('goes on after a log-in as if none before had failed', async () => {
    for (let round = 0; round < 12; round += 1) {
      network.unlisten(SERVER);
      await clock.advance(25_000);
      server = new FakeBattlEyeServer(network, clock, SERVER);
      await clock.advance(20_000);
      expect(seen.at(-1)).toBe('ready');
      server.forgetEveryone();
      // Nothing but the silence itself stands between the loss and the next log-in.
      const logins = server.logins.length;
      await clock.advance(13_000);
      expect(server.logins.length).toBeGreaterThan(logins);
    }
  });
});
