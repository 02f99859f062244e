/** The connector of the host and the simulated server, over real UDP: two implementations of one protocol. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createConnector } from '../src/host/connectors/games/connect.ts';
import type { RconTarget, GameConnector, GameFact } from '../src/host/connectors/contract.ts';
import type { Clock, ConnectorPorts } from '../src/host/connectors/ports.ts';
import { testConnection } from '../src/host/connectors/games/test-connection.ts';
import { systemClock, systemPorts } from '../src/host/connectors/udp.ts';
import type { SimServerOptions } from '../src/sim/options.ts';
import { readRecording } from '../src/sim/recorded/recording.ts';
import { Replay } from '../src/sim/recorded/replay.ts';
import { startSimServer, type SimServer } from '../src/sim/server.ts';

const corpus = process.env['MUSTER_CORPUS'];
const WAIT = { timeout: 15_000, interval: 20 };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function startServer(options: SimServerOptions): Promise<SimServer> {
  const server = await startSimServer({ password: 'a secret', ...options });
  closing.push(() => server.stop());
  return server;
}

function targetOf(server: SimServer): RconTarget {
  const { game, host, gamePort, queryPort, rconPort, password } = server.address;
  return { game, host, gamePort, queryPort, rcon: { port: rconPort ?? 0, password } };
}

/** Time that runs `factor` times as fast, so that waits of seconds pass in a test. */
function hastened(factor: number): ConnectorPorts {
  const clock: Clock = {
    now: () => systemClock.now(),
    elapsed: () => systemClock.elapsed() * factor,
    after: (ms, run) => systemClock.after(ms / factor, run),
  };
  return { ...systemPorts, clock };
}

interface Watched {
  readonly connector: GameConnector;
  readonly facts: GameFact[];
  of<Kind extends GameFact['kind']>(kind: Kind): Extract<GameFact, { kind: Kind }>[];
}

async function watch(server: SimServer, ports: ConnectorPorts = systemPorts): Promise<Watched> {
  const facts: GameFact[] = [];
  const connector = createConnector(targetOf(server), ports, (fact) => facts.push(fact));
  closing.push(() => connector.stop());
  connector.start();
  const of = <Kind extends GameFact['kind']>(kind: Kind) =>
    facts.filter((fact): fact is Extract<GameFact, { kind: Kind }> => fact.kind === kind);
  await expect.poll(() => of('state').at(-1), WAIT).toMatchObject({ ready: true });
  return { connector, facts, of };
}

const seenBy = (connector: GameConnector) =>
  connector
    .roster()
    .map(({ name, guid, verified, ip, port }) => ({ name, guid, verified, ip, port }))
    .toSorted(
      (one, other) => one.name.localeCompare(other.name) || (one.port ?? 0) - (other.port ?? 0),
    );

const truthOf = (server: SimServer) =>
  server
    .roster()
    .map(({ name, guid, phase, address, port }) => ({
      name,
      guid: phase === 'connecting' ? null : (guid ?? null),
      verified: phase === 'verified',
      ip: address,
      port,
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.port - other.port);

async function agree(server: SimServer, { connector }: Watched): Promise<void> {
  await expect.poll(() => seenBy(connector), WAIT).toEqual(truthOf(server));
}

describe.each(['DAYZ', 'ARMA2', 'ARMA3'] as const)('%s', (game) => {
  test('joins, leaves, chat and a kick by identity are seen as they are', async () => {
    const server = await startServer({ game, join: 'manual', slots: 40 });
    server.join({ name: 'Early', steamId: '76561190000000001' });
    const watched = await watch(server);
    await agree(server, watched);
    expect(watched.of('join')).toMatchObject([{ seen: 'resync', player: { name: 'Early' } }]);

    const people = Array.from({ length: 20 }, (_, index) =>
      server.join({
        // Two of each name, some of them made to confuse a parser.
        name: ['Bob', 'Bob: hi', 'x (Lobby)', '(Global) y', 'Игрок №5'][index % 5] ?? '',
        steamId: `765611900000001${String(index).padStart(2, '0')}`,
      }),
    );
    for (const { id } of people) {
      server.world.identify(id);
      server.world.verify(id);
    }
    await agree(server, watched);
    expect(watched.of('join')).toHaveLength(21);

    const speaker = people[4]?.id ?? 0;
    server.chat(speaker, 'Global', 'привет: всем');
    await expect.poll(() => watched.of('chat'), WAIT).toHaveLength(1);
    expect(watched.of('chat')[0]).toMatchObject({ name: 'Игрок №5', text: 'привет: всем' });

    for (const { id } of people.slice(0, 7)) server.leave(id);
    await agree(server, watched);
    expect(watched.of('leave')).toHaveLength(7);

    // The slots are taken again: a kick must still find its person.
    for (let index = 0; index < 7; index += 1) {
      server.join({ name: 'Late', steamId: `765611900000002${String(index).padStart(2, '0')}` });
    }
    await agree(server, watched);
    const victim = server.roster().find(({ id }) => id === people[12]?.id);
    const playerKey = watched.connector.roster().find(({ guid }) => guid === victim?.guid)?.key;
    const kicked = await watched.connector.run({
      action: 'SERVER_KICK',
      playerKey: playerKey ?? '',
      reason: 'a reason',
    });
    expect(kicked).toEqual({ ok: true, answer: '' });
    await agree(server, watched);
    expect(server.roster().map(({ id }) => id)).not.toContain(victim?.id);
    expect(watched.of('kick')).toMatchObject([
      { name: victim?.name, guid: victim?.guid, by: 'admin-kick', reason: 'a reason' },
    ]);
    expect(
      await watched.connector.run({
        action: 'SERVER_KICK',
        playerKey: playerKey ?? '',
        reason: '',
      }),
    ).toMatchObject({ ok: false, kind: 'player-gone' });
  });

  test('messages reach the server, and its status comes by A2S', async () => {
    const server = await startServer({ game, join: 'manual', slots: 40, name: 'The Woods' });
    server.join({ name: 'Ann', steamId: '76561190000000001' });
    const watched = await watch(server);
    await agree(server, watched);
    expect(await watched.connector.run({ action: 'MESSAGE_PUBLIC', text: 'hello all' })).toEqual({
      ok: true,
      answer: '',
    });
    const playerKey = watched.connector.roster()[0]?.key ?? '';
    await watched.connector.run({ action: 'MESSAGE_PRIVATE', playerKey, text: 'psst' });
    await expect
      .poll(() => watched.of('admin').filter(({ did }) => did !== 'login'), WAIT)
      .toMatchObject([
        { did: 'message-public', to: null, text: 'hello all' },
        { did: 'message-private', to: 'Ann', text: 'psst' },
      ]);
    expect(await watched.connector.run({ action: 'SERVER_LOCK' })).toEqual({
      ok: true,
      answer: '',
    });
    await expect
      .poll(() => watched.of('population').at(-1)?.population, WAIT)
      .toMatchObject({ players: 1, slots: 40, queue: game === 'DAYZ' ? 0 : null });
    expect(watched.of('environment').at(-1)).toMatchObject({
      name: 'The Woods',
      time: game === 'DAYZ' ? expect.stringMatching(/^\d\d:\d\d$/) : null,
    });
    expect(JSON.stringify(watched.facts)).not.toContain('a secret');
  });

  test('the connection test tells good from bad', async () => {
    const server = await startServer({ game, slots: 40, name: 'The Woods' });
    const target = targetOf(server);
    expect(await testConnection(target, systemPorts)).toMatchObject({
      ok: true,
      name: 'The Woods',
      population: { players: 0, slots: 40 },
    });
    const other = game === 'ARMA3' ? 'DAYZ' : 'ARMA3';
    const verdicts = await Promise.all([
      testConnection(
        { ...target, rcon: { port: target.rcon.port, password: 'wrong' } },
        systemPorts,
      ),
      testConnection({ ...target, game: other }, systemPorts),
      testConnection({ ...target, host: 'does-not-exist.invalid' }, systemPorts),
    ]);
    expect(verdicts.map((verdict) => (verdict.ok ? 'ok' : verdict.fault.kind))).toEqual([
      'authentication-failed',
      'unknown-server',
      'hostname-not-resolved',
    ]);
    await server.goDown();
    expect(await testConnection(target, hastened(10))).toEqual({
      ok: false,
      fault: { kind: 'socket-unreachable' },
    });
  });
});

test('a restart is seen from its beginning to the first players after it', async () => {
  const server = await startServer({
    game: 'DAYZ',
    join: 'manual',
    restart: { downMs: 600, loadingMs: 1_500 },
  });
  const watched = await watch(server, hastened(20));
  for (const name of ['Ann', 'Bob', 'Cy']) server.join({ name });
  await agree(server, watched);
  expect(await watched.connector.run({ action: 'SERVER_RESTART' })).toMatchObject({ ok: true });
  await expect.poll(() => watched.of('state').at(-1)?.state, WAIT).toBe('DISCONNECTED');
  await expect
    .poll(() => watched.of('state').at(-1), WAIT)
    .toMatchObject({ state: 'CONNECTED', ready: true });
  server.join({ name: 'Dee' });
  await agree(server, watched);
  expect(watched.of('join')).toHaveLength(4);
  expect(watched.of('leave')).toHaveLength(3);
  expect(watched.of('state').map(({ state, ready }) => (ready ? 'READY' : state))).toEqual([
    'STARTING',
    'CONNECTING',
    'CONNECTED',
    'READY',
    'DISCONNECTED',
    'CONNECTED',
    'READY',
  ]);
});

test('a session dropped in silence is noticed, and what it missed is made up for', async () => {
  const server = await startServer({ game: 'DAYZ', join: 'manual' });
  const ann = server.join({ name: 'Ann' });
  const watched = await watch(server, hastened(40));
  await agree(server, watched);
  server.setSilenced(true);
  await expect.poll(() => watched.of('state').at(-1)?.state, WAIT).toBe('DISCONNECTED');
  // What the query port told last holds for a little longer.
  await expect.poll(() => watched.of('population').at(-1)?.population.players, WAIT).toBeNull();
  server.leave(ann.id);
  server.join({ name: 'Bob' });
  server.setSilenced(false);
  await agree(server, watched);
  expect(watched.of('leave')).toMatchObject([{ seen: 'resync', player: { name: 'Ann' } }]);
});

test.skipIf(corpus === undefined)(
  'the roster follows a recorded night',
  { timeout: 60_000 },
  async () => {
    const text = readFileSync(join(corpus ?? '', 'arma3_console', 'ops_16h.part1.log'), 'utf8');
    const server = await startServer({ game: 'ARMA3', slots: 128, join: 'manual' });
    const watched = await watch(server);
    const replay = new Replay(server.world, readRecording(text));
    const names = (people: readonly { readonly name: string }[]) =>
      people.map(({ name }) => name).toSorted();
    const checks: number[] = [];
    let played = 0;
    for (let event = replay.step(); event !== undefined; event = replay.step()) {
      played += 1;
      // Often enough that the one-byte numbers of messages never run once around unread.
      if (played % 25 !== 0) continue;
      await expect
        .poll(() => names(watched.connector.roster()), { timeout: 10_000, interval: 2 })
        .toEqual(names(replay.roster()));
      checks.push(watched.connector.roster().length);
    }
    await agree(server, watched);
    const joins = watched.of('join');
    const leaves = watched.of('leave');
    const arrivals = replay.recording.events.filter(({ kind }) => kind === 'appear').length;
    process.stdout.write(
      `recorded night: ${played} events, ${checks.length} comparisons, up to ${Math.max(...checks)} players, ` +
        `${joins.length} joins, ${leaves.length} leaves\n`,
    );
    expect(joins).toHaveLength(arrivals);
    expect(joins.length - leaves.length).toBe(server.roster().length);
    expect([...joins, ...leaves].filter(({ seen }) => seen === 'resync')).toEqual([]);
  },
);
