import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { RawRconClient } from '../../tests/support/sim/raw-rcon-client.ts';
import { runCommand } from './battleye/commands.ts';
import { framePacket } from './battleye/packet.ts';
import type { SimGame } from './games.ts';
import { ManualClock } from './manual-clock.ts';
import { MemoryNetwork } from './net/memory-network.ts';
import type { SimServerOptions } from './options.ts';
import { resolveOptions } from './resolve-options.ts';
import { SimServer, startSimServer } from './server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(options: Partial<SimServerOptions> = {}): Promise<SimServer> {
  const server = await startSimServer({ game: 'DAYZ', password: 'secret', ...options });
  closing.push(() => server.stop());
  return server;
}

async function connect(server: SimServer): Promise<RawRconClient> {
  const client = await RawRconClient.open(server.address.rconPort);
  closing.push(() => client.close());
  return client;
}

test('a client logs in, lists players and hears them come and go', async () => {
  const server = await start({ join: 'manual' });
  const client = await connect(server);
  expect(await client.login('wrong')).toBe(false);
  expect(await client.login('secret')).toBe(true);
  const bob = server.join({
    name: 'Bob',
    steamId: '76561198054374215',
    address: '192.0.2.7',
    port: 2304,
    ping: 31,
  });
  server.world.identify(bob.id);
  server.world.verify(bob.id);
  expect(await client.command('players')).toBe(
    [
      'Players on server:',
      '[#] [IP Address]:[Port] [Ping] [GUID] [Name]',
      '--------------------------------------------------',
      '0   192.0.2.7:2304        31   0f09332d84ea4d1cd6bcd7332ae81d24(OK) Bob (Lobby)',
      '(1 players in total)',
    ].join('\n'),
  );
  server.leave(bob.id);
  await client.until(() => client.messages().includes('Player #0 Bob disconnected'));
  expect(client.messages().slice(1)).toEqual([
    'Player #0 Bob (192.0.2.7:2304) connected',
    'Player #0 Bob - BE GUID: 0f09332d84ea4d1cd6bcd7332ae81d24',
    'Verified GUID (0f09332d84ea4d1cd6bcd7332ae81d24) of player #0 Bob',
    'Player #0 Bob disconnected',
  ]);
});

test('a restart refuses connections, then takes logins, then answers', async () => {
  const server = await start({ restart: { downMs: 50, loadingMs: 50 } });
  const client = await connect(server);
  await client.login('secret');
  expect(await client.command('#shutdown')).toBe('');
  await expect.poll(() => server.state).toBe('down');
  client.send(1, 7, 'players');
  await client.until(() => client.errors.length > 0);
  expect(client.errors[0]).toMatchObject({ code: 'ECONNREFUSED' });
  await expect.poll(() => server.state).not.toBe('down');
  expect(await client.login('secret')).toBe(true);
  await expect.poll(() => server.state).toBe('running');
  expect(await client.command('players')).toContain('(0 players in total)');
});

test('several clients hear the same, and the log tells how often each command ran', async () => {
  const server = await start({ join: 'manual' });
  const clients = [await connect(server), await connect(server), await connect(server)];
  for (const client of clients) await client.login('secret');
  await clients[0]?.command('say -1 once');
  await clients[1]?.command('say -1 twice');
  await clients[2]?.command('say -1 twice');
  for (const client of clients) {
    await client.until(() => client.messages().filter((text) => text.includes('twice')).length > 1);
  }
  expect(server.log.timesExecuted('say -1 once')).toBe(1);
  expect(server.log.timesExecuted('say -1 twice')).toBe(2);
  expect(server.admins().map(({ number }) => number)).toEqual([0, 1, 2]);
  expect((await clients[0]?.command('admins'))?.split('\n').length).toBe(6);
});

test('a long list comes in parts', async () => {
  const server = await start({ game: 'ARMA3', join: 'manual', slots: 60, fragmentSize: 97 });
  const client = await connect(server);
  await client.login('secret');
  const names = Array.from({ length: 60 }, (_, index) => `Ёжик в тумане ${index}`);
  for (const name of names) server.join({ name });
  const rows = (await client.command('players')).split('\n').slice(3, -1);
  expect(rows.map((row) => / - (.*) \(Lobby\)$/.exec(row)?.[1])).toEqual(names);
  expect(client.packets.filter(({ type }) => type === 1).length).toBeGreaterThan(40);
});

test('a full DayZ server lets the next one in when somebody leaves', async () => {
  const server = await start({ slots: 1, join: 'manual' });
  const ann = server.join({ name: 'Ann' });
  const bo = server.join({ name: 'Bo' });
  expect([ann.outcome, bo.outcome, server.queue()]).toEqual(['joined', 'queued', 1]);
  server.leave(ann.id);
  expect(server.roster().map(({ id, name }) => [id, name])).toEqual([[bo.id, 'Bo']]);
  expect(server.queue()).toBe(0);
});

test('a silenced server loses everything and refuses nothing', async () => {
  const sessionTimes = { expiryMs: 45_000, resendMs: 45_000, sends: 5 };
  const server = await start({ join: 'manual', sessionTimes });
  const client = await connect(server);
  client.acknowledges = false;
  await client.login('secret');
  server.setSilenced(true);
  server.say('unheard');
  client.send(1, 0, 'version');
  await expect.poll(() => server.lostDatagrams).toBe(2);
  server.setSilenced(false);
  client.send(1, 1, 'version');
  await client.until(() => client.packets.some(({ type }) => type === 1));
  expect(client.packets.filter(({ type }) => type === 1).map(({ sequence }) => sequence)).toEqual([
    1,
  ]);
  expect(client.messages()).not.toContain('unheard');
  expect(client.errors).toEqual([]);
});

test('a server that went down stays down until it comes up, on the same ports', async () => {
  const server = await start();
  const before = server.address;
  await server.goDown();
  expect(server.join({ name: 'Ann' })).toMatchObject({ outcome: 'refused', reason: 'down' });
  await server.comeUp();
  expect(server.address).toEqual(before);
  const client = await connect(server);
  expect(await client.login('secret')).toBe(true);
});

test('a port in use is told of in one sentence, and nothing stays open', async () => {
  const first = await start();
  const other = await start();
  const { queryPort } = first.address;
  const rconPort = other.address.rconPort ?? 0;
  await other.stop();
  await expect(startSimServer({ game: 'DAYZ', rconPort, queryPort })).rejects.toMatchObject({
    kind: 'port-unavailable',
    message: `UDP port ${queryPort} of 127.0.0.1 is in use by another program: choose another port.`,
  });
  expect((await start({ rconPort })).address.rconPort).toBe(rconPort);
});

test('a server that is stopped while it boots does not come back', async () => {
  const clock = new ManualClock();
  const server = await start({ clock, restart: { downMs: 1_000, loadingMs: 1_000 } });
  await server.restart();
  clock.advance(1_000);
  expect(server.state).toBe('loading');
  await server.stop();
  clock.advance(60_000);
  expect(server.state).toBe('down');
});

test('stopping in the middle of a restart leaves nothing running', async () => {
  const server = await start({ restart: { downMs: 0, loadingMs: 0 } });
  for (let round = 0; round < 5; round += 1) {
    await server.restart();
    await expect.poll(() => server.state).not.toBe('down');
    await server.stop();
    expect(server.state).toBe('down');
    await server.comeUp();
  }
  expect(server.log.problems).toEqual([]);
});

test('scheduled restarts are announced, and everybody comes back', async () => {
  const clock = new ManualClock();
  const server = await start({
    clock,
    players: 20,
    restartEveryHours: 4,
    restart: { downMs: 20_000, loadingMs: 20_000 },
  });
  clock.advance(4 * 3_600_000 - 1);
  const texts = server.log.said.map(({ text }) => text);
  expect(
    texts.filter((text) => text.startsWith('RCon admin #0: (Global) Server restarts')),
  ).toEqual(
    [90, 60, 45, 30, 20, 15, 10, 5, 2]
      .map((minutes) => `RCon admin #0: (Global) Server restarts in ${minutes} minutes.`)
      .concat('RCon admin #0: (Global) Server restarts in 1 minute.'),
  );
  expect(server.roster().length).toBeGreaterThan(8);
  clock.advance(1);
  expect(server.roster()).toEqual([]);
  await expect.poll(() => (clock.advance(5_000), server.state)).toBe('loading');
  await expect.poll(() => (clock.advance(5_000), server.state)).toBe('running');
  clock.advance(120_000);
  expect(server.roster().length).toBeGreaterThan(8);
});

test('whoever follows the messages of a lively day knows who is on the server', async () => {
  const clock = new ManualClock();
  const sessionTimes = { expiryMs: 3_600_000, resendMs: 3_600_000, sends: 5 };
  const server = await start({ game: 'ARMA3', clock, players: 50, sessionTimes });
  const client = await connect(server);
  await client.login('secret');
  const slots = new Set<string>();
  let read = 0;
  for (let minute = 0; minute < 6 * 60; minute += 1) {
    clock.advance(60_000);
    await client.until(() => client.messages().length === server.log.said.length);
    for (const text of client.messages().slice(read)) {
      const [, joined] = /^Player #(\d+) .* \(\d+\.\d+\.\d+\.\d+:\d+\) connected$/.exec(text) ?? [];
      const [, left] = /^Player #(\d+) .* disconnected$/.exec(text) ?? [];
      if (joined !== undefined) slots.add(joined);
      if (left !== undefined) slots.delete(left);
    }
    read = client.messages().length;
    expect([...slots].map(Number).toSorted((a, b) => a - b)).toEqual(
      server.roster().map(({ slot }) => slot),
    );
    await client.command('');
  }
  expect(read).toBeGreaterThan(1_000);
});

/** Every packet that a server sent in two hours of a restless life, to a client that only listens. */
function packetsOf(game: SimGame, seed: number): string {
  const clock = new ManualClock();
  const network = new MemoryNetwork(clock);
  const packets = createHash('sha256');
  const server = new SimServer(
    resolveOptions({
      game,
      seed,
      clock,
      network,
      password: 'secret',
      players: 50,
      slots: 40,
      restartEveryHours: 1,
      hostile: true,
    }),
  );
  void server.comeUp();
  const { host, rconPort, queryPort } = server.address;
  const hear = (data: string | Buffer) => packets.update(data);
  const handlers = { datagram: hear, refused: () => undefined };
  const query = network.connectUdp(host, queryPort, handlers);
  const rcon = network.connectUdp(host, rconPort ?? 0, handlers);
  for (let second = 0; second < 2 * 3600; second += 10) {
    if (game === 'RUST') {
      if (second % 600 === 0) {
        network.connectWebSocket(host, rconPort ?? 0, '/secret', {
          opened: () => undefined,
          message: hear,
          closed: () => undefined,
        });
      }
    } else {
      if (second % 40 === 0) rcon.send(framePacket(Buffer.from('\0secret')));
      rcon.send(framePacket(Buffer.from('\u0001\0players')));
    }
    query.send(Buffer.from('\xff\xff\xff\xffTSource Engine Query\0', 'latin1'));
    clock.advance(10_000);
  }
  void server.stop();
  return packets.digest('hex');
}

test.each(['DAYZ', 'RUST'] as const)('the same seed makes the same packets on %s', (game) => {
  expect(packetsOf(game, 1)).toBe(packetsOf(game, 1));
  expect(packetsOf(game, 1)).not.toBe(packetsOf(game, 3));
});

test('a hostile server has gaps in its numbers, names twice for a moment, and old bans', async () => {
  const clock = new ManualClock();
  const server = await start({
    game: 'ARMA3',
    clock,
    network: new MemoryNetwork(clock),
    hostile: true,
    players: 40,
  });
  const answer = (command: string) => {
    const admin = { number: 0, remote: { address: '192.0.2.1', port: 1 } };
    return runCommand(command, {
      world: server.world,
      admin,
      admins: () => [],
      broadcast: () => undefined,
      restartProcess: () => undefined,
    });
  };
  const seen = { twice: false, gap: false, disorder: false, unknown: false, unverified: false };
  for (let second = 0; second < 300; second += 1) {
    clock.advance(1_000);
    const rows = answer('players').split('\n').slice(3, -1);
    const slots = rows.map((row) => Number.parseInt(row, 10));
    seen.twice ||= new Set(slots).size < slots.length;
    seen.gap ||= Math.max(0, ...slots) >= slots.length;
    seen.disorder ||= slots.join() !== slots.toSorted((a, b) => a - b).join();
    seen.unknown ||= rows.some((row) => / -1 {3}- /.test(row));
    seen.unverified ||= rows.some((row) => row.includes('(?)  '));
    expect(new Set(slots)).toEqual(new Set(server.roster().map(({ slot }) => slot)));
  }
  expect(Object.values(seen)).toEqual([true, true, true, true, true]);
  expect(answer('bans')).toMatch(/^\d+ +[0-9a-f]{32} - /m);
  expect(answer('bans')).toMatch(/^\d+ +[0-9a-f]{32} perm $/m);
});

test('a Rust server starts again at the forced wipe', async () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1, 18));
  const server = await start({ game: 'RUST', clock, network: new MemoryNetwork(clock) });
  clock.advance(3_600_000 - 1);
  expect(server.state).toBe('running');
  clock.advance(1);
  expect(server.state).toBe('down');
  clock.advance(60_000);
  expect(server.state).toBe('running');
});

test('a simulated day of a full hostile server is over in seconds', async () => {
  const clock = new ManualClock();
  const network = new MemoryNetwork(clock);
  const server = await start({ clock, network, hostile: true, players: 80, restartEveryHours: 4 });
  const began = performance.now();
  clock.advance(24 * 3_600_000);
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(server.log.said.length).toBeGreaterThan(5_000);
});
