/** What is said while no host listens is lost: the feed says so, once, as soon as one listens again. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SimServer } from '../src/sim/server.ts';
import { openDatabase } from '../src/host/store/database.ts';
import { createTestAccount } from './support/accounts.ts';
import { addServer, startQuickSim } from './support/added-server.ts';
import { createMigratedDatabase, type TestDatabase } from './support/database.ts';
import type { TestBrowser } from './support/host.ts';
import { untilLocked } from './support/until-locked.ts';
import { startLiveHost, type LiveHost } from './support/live-host.ts';

const WAIT = { timeout: 15_000, interval: 20 };

let database: TestDatabase;
let host: LiveHost;
/** Beside the first. */
let others: LiveHost[];
let stopped: boolean;
let browser: TestBrowser;
let sim: SimServer;
let id: string;

beforeEach(async () => {
  others = [];
  stopped = false;
  database = await createMigratedDatabase();
  host = await startLiveHost({ database });
  ({ browser } = await createTestAccount(host.app, host.deps, ['host.server.create']));
  sim = await startQuickSim();
  id = await addServer(browser, sim);
  await ready(host);
});

afterEach(async () => {
  if (!stopped) await host.stop();
  await Promise.all(others.map((other) => other.stop()));
  await sim.stop();
  await database.drop();
});

async function ready(on: LiveHost): Promise<void> {
  await vi.waitUntil(() => on.live.supervisor.runtimes.get(id)?.row.state.ready, WAIT);
  await on.live.supervisor.idle();
}

async function stop(): Promise<void> {
  stopped = true;
  await host.stop();
}

async function startAnother(): Promise<LiveHost> {
  const another = await startLiveHost({ database });
  others.push(another);
  await ready(another);
  return another;
}

async function gaps(on: LiveHost): Promise<readonly { from: number; to: number }[]> {
  const { rows } = await sql<{ entry: { from: number; to: number } }>`
    select data -> 'entry' as entry from event_log
    where data -> 'entry' ->> 'kind' = 'gap' order by seq
  `.execute(on.deps.db);
  return rows.map(({ entry }) => entry);
}

test('what is said between two hosts is in a gap, and the next host marks none', async () => {
  const bob = sim.join({ name: 'Bob', steamId: '76561190000000041' });
  await vi.waitUntil(() => host.live.supervisor.runtimes.get(id)?.rows.players.size, WAIT);
  await stop();
  const said = Date.now();
  sim.chat(bob.id, 'Global', 'is anybody there?');
  const second = await startAnother();
  const [gap, ...more] = await gaps(second);
  expect(gap?.from).toBeLessThanOrEqual(said);
  expect(gap?.to).toBeGreaterThanOrEqual(said);
  expect(more).toEqual([]);
});

test('what is said while a host that ends waits for the database is in the gap', async () => {
  const { db } = host.deps;
  const open = openDatabase({ connection: database.connection, onIdleError: () => undefined });
  let stopping: Promise<void> = Promise.resolve();
  let said = 0;
  await open.db.transaction().execute(async (trx) => {
    await sql`select 1 from hosts for update`.execute(trx);
    stopping = stop();
    await untilLocked(db, 1, '%from "hosts"%');
    said = Date.now();
    await vi.waitUntil(() => Date.now() > said);
  });
  await stopping;
  await open.close();
  const [gap] = await gaps(await startAnother());
  expect(gap?.from).toBeLessThanOrEqual(said);
});

test('a game server that restarts between two hosts leaves one gap', async () => {
  await stop();
  const ended = Date.now();
  await sim.goDown();
  await sim.comeUp();
  const second = await startAnother();
  const found = await gaps(second);
  expect(found).toHaveLength(1);
  expect(found[0]?.from).toBeLessThanOrEqual(ended);
});

test('a server that was lost before the host ended is unheard since then', async () => {
  await sim.goDown();
  await vi.waitUntil(
    () => host.live.supervisor.runtimes.get(id)?.row.state.state === 'DISCONNECTED',
    WAIT,
  );
  const lost = Date.now();
  await stop();
  await sim.comeUp();
  const second = await startAnother();
  const found = await gaps(second);
  expect(found).toHaveLength(1);
  expect(found[0]?.from).toBeLessThanOrEqual(lost);
});

test('a host of an earlier version that listened in between leaves no gap of its whole time', async () => {
  await host.live.supervisor.stop();
  const now = Date.now();
  await sql`
    update servers set unheard_since = ${now - 3 * 3_600_000},
      state = state::jsonb || ${JSON.stringify({ since: now - 60_000 })}::jsonb
  `.execute(host.deps.db);
  const second = await startAnother();
  const [gap, ...more] = await gaps(second);
  expect(gap?.from).toBeGreaterThan(now - 60_000);
  expect(more).toEqual([]);
});

test('a server that is heard for the first time has no gap, and one after its settings changed', async () => {
  expect(await gaps(host)).toEqual([]);
  const before = host.live.supervisor.runtimes.get(id);
  await sql`update servers set target_version = target_version + 1`.execute(host.deps.db);
  host.live.supervisor.look();
  await vi.waitUntil(() => host.live.supervisor.runtimes.get(id) !== before, WAIT);
  await ready(host);
  expect(await gaps(host)).toHaveLength(1);
});
