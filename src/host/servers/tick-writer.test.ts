import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import { runStored, storeServer } from '../../../tests/support/stored-server.ts';
import type { GameFact, SeenPlayer } from '../connectors/contract.ts';
import { createLogger } from '../logger.ts';
import { streamPosition } from '../realtime/log.ts';
import type { OpenDatabase } from '../store/database.ts';
import { beat, isRun, releaseLeases, takeLeases } from './leases.ts';
import { samplePopulation } from './sample-population.ts';
import type { ServerRuntime } from './server-runtime.ts';
import { readServers } from './snapshots.ts';
import { TickWriter } from './tick-writer.ts';

let open: OpenDatabase;
let writer: TickWriter;
const runtimes = new Map<string, ServerRuntime>();
const dropped: string[] = [];
const host = 'a'.repeat(24);
const [one, two] = ['1'.repeat(24), '2'.repeat(24)];
const now = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

beforeEach(async () => {
  await sql`truncate servers, hosts, play_sessions, streams, event_log, event_personal,
    population_samples cascade`.execute(open.db);
  for (const id of [one, two]) await storeServer(open.db, id);
  await beat(open.db, host);
  await takeLeases(open.db, host, [one, two]);
  runtimes.clear();
  dropped.length = 0;
  writer = new TickWriter({
    db: open.db,
    hostId: host,
    clock: () => now,
    log: createLogger('silent'),
    watches: { watched: () => false },
    runtimes,
  });
  await writer.readPersons();
});

/** What the connector of a server says that this host runs. */
async function running(id: string): Promise<(fact: GameFact) => void> {
  const { db } = open;
  const onLost = () => {
    dropped.push(id);
    runtimes.delete(id);
  };
  const here = { db, id, clock: () => now, writer, runtimes, roster: () => [ada], onLost };
  return (await runStored(here)).hear;
}

const ada: SeenPlayer = {
  key: '1',
  name: 'Ada',
  guid: null,
  steamId: null,
  bohemiaId: null,
  verified: true,
  lobby: false,
  ping: null,
  ip: null,
  port: null,
};
const chat = (text: string): GameFact => ({
  at: now,
  kind: 'chat',
  channel: 'Global',
  player: null,
  name: 'Ada',
  text,
});

it('a burst of one server does not hold up what another tells', async () => {
  const loud = await running(one);
  const quiet = await running(two);
  for (let line = 0; line < 5_000; line += 1) loud(chat(`${line}`));
  quiet({ at: now, kind: 'join', player: ada, seen: 'live' });
  await writer.written(runtimes.get(two)!);
  expect(await streamPosition(open.db, `server/${two}/list`)).toBe(1);
  expect(await streamPosition(open.db, `server/${one}/feed`)).toBeLessThan(2_500);
  await writer.written(runtimes.get(one)!);
  expect(await streamPosition(open.db, `server/${one}/feed`)).toBe(5_000);
});

it('what the database refuses of one server costs that server alone', async () => {
  const bad = await running(one);
  const good = await running(two);
  bad({ at: now, kind: 'join', player: { ...ada, port: 3e9 }, seen: 'live' });
  good({ at: now, kind: 'join', player: ada, seen: 'live' });
  await writer.idle();
  expect(dropped).toEqual([one]);
  expect(await streamPosition(open.db, `server/${two}/list`)).toBe(1);
});

it('while the database is away, who came and went is kept, and what was left out is told once', async () => {
  const hear = await running(one);
  const runtime = runtimes.get(one)!;
  runtimes.clear();
  for (let line = 0; line < 30_000; line += 1) hear(chat(`${line}`));
  hear({ at: now, kind: 'join', player: ada, seen: 'live' });
  runtimes.set(one, runtime);
  await writer.written(runtime);
  const { rows } = await sql<{ said: string }>`
    select data::text as said from event_personal where stream = ${`server/${one}/console`}
  `.execute(open.db);
  expect(rows.map(({ said }) => said)).toEqual([expect.stringContaining('30000 things')]);
  expect(await streamPosition(open.db, `server/${one}/list`)).toBe(1);
  // The join, and that something is missing.
  expect(await streamPosition(open.db, `server/${one}/feed`)).toBe(2);
});

it('a row with figures that are none is unknown, and costs no other server its answer or its sample', async () => {
  const figures = { source: 'polled', observed_at: now, queue: null };
  await sql`update servers set population = ${JSON.stringify({ ...figures, players: 1e300, slots: 3e9 })},
    environment = ${JSON.stringify({ wiped_at: 1e300 })} where id = ${one}`.execute(open.db);
  await sql`update servers set population = ${JSON.stringify({ ...figures, players: 5, slots: 60 })}
    where id = ${two}`.execute(open.db);
  const [first, second] = await open.db
    .transaction()
    .execute((trx) => readServers(trx, [one, two]));
  expect(first?.snapshot).toMatchObject({
    population: { players: null, slots: null, source: 'unknown' },
    environment: { wiped_at: null },
  });
  expect(second?.snapshot.population.players).toBe(5);
  await samplePopulation(open.db, now);
  const { rows } = await sql<{ server_id: string }>`
    select distinct server_id from population_samples where players = 5
  `.execute(open.db);
  expect(rows).toEqual([{ server_id: two }]);
});

it('a server is run by the host that has its lease, until it gives that back', async () => {
  expect(await isRun(open.db, one)).toBe(true);
  await releaseLeases(open.db, 'b'.repeat(24), [one]);
  expect(await isRun(open.db, one)).toBe(true);
  await releaseLeases(open.db, host, [one]);
  expect(await isRun(open.db, one)).toBe(false);
  expect(await isRun(open.db, two)).toBe(true);
  expect(await isRun(open.db, 'c'.repeat(24))).toBe(false);
});
