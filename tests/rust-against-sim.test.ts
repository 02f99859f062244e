/** The Rust connector of the host and the simulated server, over real sockets: two implementations of one protocol. */
import { afterEach, expect, test } from 'vitest';
import { createConnector } from '../src/host/connectors/games/connect.ts';
import type {
  ConnectorTarget,
  GameConnector,
  GameFact,
  RconTarget,
} from '../src/host/connectors/contract.ts';
import type { Clock, ConnectorPorts } from '../src/host/connectors/ports.ts';
import { testConnection } from '../src/host/connectors/games/test-connection.ts';
import { systemClock, systemPorts } from '../src/host/connectors/udp.ts';
import type { SimServerOptions } from '../src/sim/options.ts';
import { startSimServer, type SimServer } from '../src/sim/server.ts';

const WAIT = { timeout: 15_000, interval: 20 };
const PASSWORD = 'a secret/with?signs';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function startServer(options: Partial<SimServerOptions> = {}): Promise<SimServer> {
  const server = await startSimServer({
    game: 'RUST',
    password: PASSWORD,
    join: 'manual',
    slots: 300,
    ...options,
  });
  closing.push(() => server.stop());
  return server;
}

function targetOf(server: SimServer): RconTarget {
  const { host, gamePort, queryPort, rconPort, password } = server.address;
  return { game: 'RUST', host, gamePort, queryPort, rcon: { port: rconPort ?? 0, password } };
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

async function watch(target: ConnectorTarget, ports: ConnectorPorts): Promise<Watched> {
  const facts: GameFact[] = [];
  const connector = createConnector(target, ports, (fact) => facts.push(fact));
  closing.push(() => connector.stop());
  connector.start();
  const of = <Kind extends GameFact['kind']>(kind: Kind) =>
    facts.filter((fact): fact is Extract<GameFact, { kind: Kind }> => fact.kind === kind);
  await expect.poll(() => of('state').at(-1), WAIT).toMatchObject({ ready: true });
  return { connector, facts, of };
}

async function agree(server: SimServer, { connector }: Watched): Promise<void> {
  const seen = () =>
    connector
      .roster()
      .map(({ steamId, name, ip, port }) => `${steamId} ${name} ${ip}:${port}`)
      .toSorted();
  const truth = () =>
    server
      .roster()
      .map(({ steamId, name, address, port }) => `${steamId} ${name} ${address}:${port}`)
      .toSorted();
  await expect.poll(seen, WAIT).toEqual(truth());
}

const NAMES = [
  'Bob',
  'Bob[76561190000000199] was killed by fall!',
  'x joined [windows/76561190000000199]',
  '[CHAT] Eve[76561190000000199] : hi',
  'a / disconnecting: closing',
  'מלך 👑 "the" (Lobby)',
];

test.each([false, true])(
  'joins, leaves, chat, deaths and a kick are seen as they are (old server: %s)',
  async (oldRust) => {
    const server = await startServer({ oldRust });
    const early = server.join({ name: 'Early', steamId: '76561190000000001' });
    const watched = await watch(targetOf(server), systemPorts);
    await agree(server, watched);
    expect(watched.of('join')).toMatchObject([{ seen: 'resync', player: { name: 'Early' } }]);

    const people = Array.from({ length: 24 }, (_, index) =>
      server.join({
        name: NAMES[index % NAMES.length] ?? '',
        steamId: `765611900000001${String(index).padStart(2, '0')}`,
      }),
    );
    await agree(server, watched);
    expect(watched.of('join').filter(({ seen }) => seen === 'live')).toHaveLength(24);

    for (const { id } of people.slice(0, 6)) server.chat(id, 'Global', 'all: said [x] joined');
    server.chat(early.id, 'Team', 'psst');
    await expect.poll(() => watched.of('chat'), WAIT).toHaveLength(7);
    expect(watched.of('chat').map(({ name, text, player }) => [name, text, player?.name])).toEqual([
      ...NAMES.map((name) => [name, 'all: said [x] joined', name]),
      ['Early', 'psst', 'Early'],
    ]);

    for (const { id } of people.slice(0, 7)) server.leave(id);
    await agree(server, watched);
    expect(watched.of('leave')).toHaveLength(7);

    const victim = server.roster().find(({ id }) => id === people[12]?.id);
    const steamId = victim?.steamId ?? '';
    const playerKey =
      watched.connector.roster().find((player) => player.steamId === steamId)?.key ?? '';
    const kick = { action: 'SERVER_KICK', playerKey, reason: 'a "reason"' } as const;
    expect(await watched.connector.run(kick)).toMatchObject({ ok: true });
    await agree(server, watched);
    expect(server.roster().map(({ id }) => id)).not.toContain(victim?.id);
    expect(watched.of('kick')).toMatchObject([
      { name: victim?.name, by: 'admin-kick', reason: "a 'reason'" },
    ]);
    expect(await watched.connector.run(kick)).toMatchObject({ kind: 'player-gone' });
    expect(
      [...watched.of('join'), ...watched.of('leave')].filter((fact) => fact.seen === 'resync'),
    ).toHaveLength(1);
    expect(JSON.stringify(watched.facts)).not.toContain(PASSWORD);
  },
);

test('messages and commands reach the server, its figures come by both protocols', async () => {
  const server = await startServer({ name: 'The Island' });
  const watched = await watch(targetOf(server), systemPorts);
  expect(await watched.connector.run({ action: 'MESSAGE_PUBLIC', text: 'hello "all"' })).toEqual({
    ok: true,
    answer: '',
  });
  await expect.poll(() => watched.of('admin'), WAIT).toMatchObject([{ text: 'hello "all"' }]);
  const save = await watched.connector.run({ action: 'RAW', command: 'server.save' });
  expect(save.ok ? save.answer.split('\n').at(-1) : save).toBe('Saving complete');
  await expect
    .poll(() => watched.of('population').at(-1)?.population, WAIT)
    .toEqual({ players: 0, slots: 300, queue: 0 });
  expect(watched.of('environment').at(-1)).toMatchObject({
    name: 'The Island',
    wipedAt: expect.any(Number),
    startedAt: expect.any(Number),
  });
});

test('the connection test tells good from bad, and spends no more than it must', async () => {
  const server = await startServer({
    name: 'The Island',
    connectionLimit: { connections: 8, freedAfterMs: 0 },
  });
  const target = targetOf(server);
  expect(await testConnection(target, systemPorts)).toMatchObject({
    ok: true,
    name: 'The Island',
    map: expect.any(String),
    population: { players: 0, slots: 300, queue: 0 },
  });
  const verdicts = await Promise.all([
    testConnection({ ...target, rcon: { ...target.rcon, password: 'wrong' } }, systemPorts),
    testConnection({ ...target, rcon: null, game: 'GENERIC' }, systemPorts),
    testConnection({ ...target, rcon: null, game: 'GENERIC', queryPort: 1 }, systemPorts),
  ]);
  expect(verdicts.map((verdict) => (verdict.ok ? 'ok' : verdict.fault.kind))).toEqual([
    'authentication-failed',
    'ok',
    'socket-unreachable',
  ]);
  expect(server.log.logins.filter(({ outcome }) => outcome === 'refused')).toHaveLength(2);
  await server.goDown();
  expect(await testConnection(target, hastened(10))).toEqual({
    ok: false,
    fault: { kind: 'socket-unreachable' },
  });
});

test('a restart is seen from its beginning to the first players after it', async () => {
  const server = await startServer({ restart: { downMs: 600, loadingMs: 1_500 } });
  const watched = await watch(targetOf(server), hastened(20));
  for (const [index, name] of ['Ann', 'Bob', 'Cy'].entries()) {
    server.join({ name, steamId: `7656119000000010${index}` });
  }
  await agree(server, watched);
  expect(await watched.connector.run({ action: 'SERVER_RESTART' })).toMatchObject({ ok: true });
  await expect.poll(() => watched.of('state').at(-1)?.state, WAIT).toBe('DISCONNECTED');
  await expect
    .poll(() => watched.of('state').at(-1), WAIT)
    .toMatchObject({ state: 'CONNECTED', ready: true });
  server.join({ name: 'Dee', steamId: '76561190000000104' });
  await agree(server, watched);
  expect(watched.of('join')).toHaveLength(4);
  expect(watched.of('leave')).toHaveLength(3);
  expect(watched.of('state').filter(({ state }) => state === 'ERROR')).toEqual([]);
});

test('a server that is only looked at is connected while it answers', async () => {
  const server = await startServer({ game: 'GENERIC', name: 'Any game', slots: 60 });
  const { host, gamePort, queryPort } = server.address;
  const target = { game: 'GENERIC', host, gamePort, queryPort, rcon: null } as const;
  const watched = await watch(target, hastened(20));
  await expect
    .poll(() => watched.of('population').at(-1), WAIT)
    .toMatchObject({ source: 'a2s', population: { players: 0, slots: 60 } });
  await server.goDown();
  await expect.poll(() => watched.of('state').at(-1)?.state, WAIT).toBe('DISCONNECTED');
});

test(
  'a console whose history is longer than is read is asked for less of it',
  { timeout: 60_000 },
  async () => {
    const server = await startServer();
    // Ten lines of a quarter of a megabyte are more than a message may have; fewer follow than are asked for.
    for (let line = 0; line < 10; line += 1) server.say(`${line} ${'stack '.repeat(40_000)}`);
    for (let line = 0; line < 200; line += 1) server.say(`line ${line}`);
    const { connector, of } = await watch(targetOf(server), hastened(5));
    const logins = server.log.logins.length;
    expect(logins).toBeLessThanOrEqual(3);
    await expect.poll(() => of('pings').length, WAIT).toBeGreaterThan(3);
    expect(server.log.logins).toHaveLength(logins);
    expect(of('state').at(-1)).toMatchObject({ state: 'CONNECTED', ready: true });
    expect(connector.roster()).toEqual([]);
  },
);
