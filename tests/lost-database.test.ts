import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startPostgres } from '../src/host/store/embedded/postgres.ts';
import { newId } from '../src/host/store/ids.ts';
import { SERVER_ACTION } from '../src/protocol/enumerations.ts';
import type { SimServer } from '../src/sim/server.ts';
import { createTestAccount } from './support/accounts.ts';
import { addServer, startQuickSim } from './support/added-server.ts';
import { giveCluster } from './support/database.ts';
import type { TestBrowser } from './support/host.ts';
import { startLiveHost, type LiveHost } from './support/live-host.ts';

const WAIT = { timeout: 15_000, interval: 20 };
const FED = `select seq from event_log where data -> 'entry' ->> 'kind' = $1`;
const log = { info: () => undefined, warn: () => undefined, error: process.emitWarning };

let folder: string;
let postgres: EmbeddedPostgres;
let host: LiveHost;
let browser: TestBrowser;
let sim: SimServer;
let id: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-lost-'));
  await giveCluster(folder);
  // A process that dies loses nothing that the system has: without fsync, recovery takes no time.
  postgres = await startPostgres({ dataDir: folder, log, settings: { fsync: 'off' } });
  const { connection, connectionString } = postgres;
  const database = { connection, connectionString, drop: async () => undefined };
  host = await startLiveHost({ database });
  ({ browser } = await createTestAccount(host.app, host.deps, ['host.server.create']));
  sim = await startQuickSim();
  id = await addServer(browser, sim);
  await vi.waitUntil(() => host.live.supervisor.runtimes.get(id)?.row.state.ready, WAIT);
});

afterAll(async () => {
  await host.stop();
  await sim.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Keeps `held` locked until a statement waits for it, then kills its backend: all of PostgreSQL crashes. */
async function crashWhileItWaits(held: string, begin: () => void): Promise<void> {
  const holder = new pg.Client(postgres.connection);
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin');
  await holder.query(held);
  begin();
  const pid = await vi.waitUntil(async () => {
    const { rows } = await holder.query<{ pid: number }>(
      `select pid from pg_stat_activity where wait_event_type = 'Lock'`,
    );
    return rows[0]?.pid;
  }, WAIT);
  process.kill(pid, 'SIGKILL');
  // Its connection is gone as well.
  await Promise.allSettled([holder.end()]);
}

/** Rows of a question, as soon as there are some. */
async function found(
  question: string,
  values: readonly string[] = [],
): Promise<readonly unknown[]> {
  const ask = async () => {
    const client = new pg.Client(postgres.connection);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query({ text: question, values: [...values] })).rows;
    } catch {
      return [];
    } finally {
      await client.end();
    }
  };
  await vi.waitUntil(async () => (await ask()).length > 0, WAIT);
  return ask();
}

it('what a server tells while PostgreSQL crashes is told once, and the session goes on', async () => {
  const bob = sim.join({ name: 'Bob', steamId: '76561190000000041' });
  await found('select id from play_sessions where muster_id is not null');
  const runtime = host.live.supervisor.runtimes.get(id);
  await crashWhileItWaits('select from servers for update', () => {
    sim.chat(bob.id, 'Global', 'is anybody there?');
  });
  expect(await found(FED, ['chat'])).toHaveLength(1);
  expect(host.live.supervisor.runtimes.get(id)).toBe(runtime);
});

it('an action that the game did is in feed and audit, though PostgreSQL crashed before it was told', async () => {
  await crashWhileItWaits('select from streams for update', () => {
    void browser.post(`/app/v1/server/${id}/action`, {
      request_id: newId(Date.now()),
      request: { action: SERVER_ACTION.MESSAGE_PUBLIC, text: 'hello' },
    });
  });
  expect(await found(FED, ['action'])).toHaveLength(1);
  expect(await found(`select id from audit where action = 'actions.message-public'`)).toHaveLength(
    1,
  );
});
