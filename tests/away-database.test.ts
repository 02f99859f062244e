/** The database is away for so long that what a server tells does not fit: what is left out is in a gap. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GameFact, SeenPlayer } from '../src/host/connectors/contract.ts';
import { createLogger } from '../src/host/logger.ts';
import { MAX_WAITING } from '../src/host/servers/backlog.ts';
import { beat, takeLeases } from '../src/host/servers/leases.ts';
import type { ServerRuntime } from '../src/host/servers/server-runtime.ts';
import { TickWriter } from '../src/host/servers/tick-writer.ts';
import { openDatabase, type OpenDatabase } from '../src/host/store/database.ts';
import { createMigratedDatabase, type TestDatabase } from './support/database.ts';
import { startFaultProxy, type FaultProxy } from './support/fault-proxy.ts';
import { runStored, storeServer } from './support/stored-server.ts';

const HOST = 'a'.repeat(24);
const ID = '1'.repeat(24);

let database: TestDatabase;
let proxy: FaultProxy;
let open: OpenDatabase;
let now = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  database = await createMigratedDatabase();
  const { host, port } = database.connection;
  // A folder is where the socket of PostgreSQL is.
  proxy = await startFaultProxy(() => (host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : port));
  const connection = { ...database.connection, host: '127.0.0.1', port: proxy.port };
  open = openDatabase({ connection, onIdleError: () => undefined });
  await storeServer(open.db, ID);
  await beat(open.db, HOST);
  await takeLeases(open.db, HOST, [ID]);
});

afterAll(async () => {
  await open.close();
  await proxy.stop();
  await database.drop();
});

/** A server that runs here, whose connector tells what it is made to. */
async function begin() {
  const runtimes = new Map<string, ServerRuntime>();
  const writer = new TickWriter({
    db: open.db,
    hostId: HOST,
    clock: () => now,
    log: createLogger('silent'),
    watches: { watched: () => false },
    runtimes,
  });
  await writer.readPersons();
  const roster = new Map<string, SeenPlayer>();
  const { runtime, hear } = await runStored({
    db: open.db,
    id: ID,
    clock: () => now,
    writer,
    runtimes,
    roster: () => [...roster.values()],
  });
  const tell = (fact: GameFact): void => {
    if (fact.kind === 'join') roster.set(fact.player.key, fact.player);
    if (fact.kind === 'leave') roster.delete(fact.player.key);
    hear(fact);
  };
  return { tell, runtime, writer };
}

function named(name: string): SeenPlayer {
  const unknown = { guid: null, steamId: null, bohemiaId: null, ping: null, ip: null, port: null };
  return { key: name, name, verified: true, lobby: false, ...unknown };
}

const join = (name: string): GameFact => {
  return { at: now, kind: 'join', player: named(name), seen: 'live' };
};
const leave = (name: string): GameFact => {
  return { at: now, kind: 'leave', player: named(name), seen: 'live' };
};
const players = (count: number): GameFact => {
  const population = { players: count, slots: 60, queue: 0 };
  return { at: now, kind: 'population', source: 'rcon', population };
};

test('more comes and goes than may wait: who is there is right, and the rest is a gap', async () => {
  const { tell, runtime, writer } = await begin();
  tell({ at: now, kind: 'state', state: 'CONNECTED', ready: true, fault: null });
  for (const name of ['Ada', 'Bob']) tell(join(name));
  tell(players(2));
  await writer.written(runtime);
  proxy.cut();
  const from = now;
  for (let round = 0; round < MAX_WAITING; round += 1) {
    now += 1;
    for (const fact of [join(`${round}`), leave(`${round}`)]) tell(fact);
  }
  tell(leave('Bob'));
  tell(join('Cy'));
  tell(players(57));
  const to = now;
  expect(runtime.waiting).toBeLessThanOrEqual(MAX_WAITING + 1_000);
  proxy.heal();
  await writer.written(runtime);
  const there = await sql<{ name: string }>`
    select name from play_sessions where left_at is null order by name
  `.execute(open.db);
  expect(there.rows.map(({ name }) => name)).toEqual(['Ada', 'Cy']);
  expect([...runtime.rows.players.values()].map(({ name }) => name).toSorted()).toEqual([
    'Ada',
    'Cy',
  ]);
  expect(runtime.row.population.players).toBe(57);
  const gaps = await sql<{ entry: { from: number; to: number } }>`
    select data -> 'entry' as entry from event_log where data -> 'entry' ->> 'kind' = 'gap'
  `.execute(open.db);
  expect(gaps.rows).toHaveLength(1);
  expect(gaps.rows[0]?.entry.from).toBeGreaterThan(from);
  expect(gaps.rows[0]?.entry.to).toBe(to);
});
