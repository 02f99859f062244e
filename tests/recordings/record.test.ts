import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { record } from '../../src/cli/recordings/record.ts';
import type { Voice } from '../../src/cli/recordings/voice.ts';
import { openDatabase, type Database } from '../../src/host/store/database.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import type { SimServer } from '../../src/sim/server.ts';
import { loadRecording, type TestRecording } from '../../src/testing/recording.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, RCON_PASSWORD, startQuickSim } from '../support/added-server.ts';
import type { TestBrowser } from '../support/host.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';

const PATIENT = { timeout: 20_000 };

let folder: string;
let host: LiveHost;
let owner: TestBrowser;
let sims: readonly [SimServer, SimServer];
let ids: readonly [string, string];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-record-'));
  host = await startLiveHost();
  ({ browser: owner } = await createTestAccount(host.app, host.deps, ['host.server.create']));
  sims = [await startQuickSim(), await startQuickSim()];
  ids = [await addServer(owner, sims[0], 'Canary Coast'), await addServer(owner, sims[1], 'Other')];
});

afterAll(async () => {
  for (const sim of sims) await sim.stop();
  await host.stop();
  rmSync(folder, { recursive: true });
});

async function known() {
  const answer = await owner.get('/app/v1/servers/list');
  return CALLS.serversList.answer.parse(answer.json()).servers;
}

async function playersOf(id: string): Promise<readonly string[]> {
  return (await known()).flatMap((server) =>
    server.id === id ? server.players.map(({ name }) => name) : [],
  );
}

/** Runs the command; `stop` is Ctrl-C. */
function recording(line: string, db: Database = host.deps.db) {
  const path = join(folder, `${Math.random()}.ndjson`);
  const warned: string[] = [];
  const voice: Voice = {
    say: (text) => warned.push(text),
    warn: (text) => warned.push(text),
    progress: () => undefined,
    status: () => undefined,
    done: () => undefined,
  };
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const args = [...line.split(' ').filter(Boolean), '--out', path];
  const installation = { db, reach: async () => undefined };
  const done = record(args, installation, voice, stopped, Date.now());
  const text = () => readFileSync(path, 'utf8');
  return { done, stop, text, path, warned, load: () => loadRecording(text()) };
}

const names = ({ rows }: TestRecording) => [...rows.players.values()].map(({ name }) => name);

it('records live until it is stopped, and ends in the rows that the host knows', async () => {
  const states = async () => (await known()).map(({ state }) => state.state);
  await expect.poll(states, PATIENT).toEqual(['CONNECTED', 'CONNECTED']);
  const live = recording('--as-is');
  await expect.poll(() => live.warned, PATIENT).toContain('Recording. Ctrl-C ends it.');
  await expect.poll(() => live.text(), PATIENT).toContain('Canary Coast');
  sims[0].join({ name: 'Lovelace', steamId: '76561190000000001' });
  const late = await startQuickSim();
  const lateId = await addServer(owner, late, 'Latecomer');
  await expect.poll(() => live.text(), PATIENT).toContain('Lovelace');
  await expect.poll(() => live.text(), PATIENT).toContain('Latecomer');
  await expect.poll(() => playersOf(ids[0]), PATIENT).toEqual(['Lovelace']);
  live.stop();
  expect(await live.done).toBe(0);
  const recorded = live.load();
  expect(recorded.damage).toEqual([]);
  expect(recorded.end?.hash).toBe(recorded.hash);
  expect(names(recorded)).toEqual(['Lovelace']);
  expect([...recorded.rows.servers.keys()].sort()).toEqual([...ids, lateId].sort());
  recorded.to(1);
  expect(names(recorded)).toEqual([]);
  await late.stop();
});

it('records a span of the kept log: what was there at its beginning, and what was told up to its end', async () => {
  const ada = sims[1].join({ name: 'Hopper', steamId: '76561190000000002' });
  await expect.poll(() => playersOf(ids[1]), PATIENT).toEqual(['Hopper']);
  const between = Date.now();
  sims[1].join({ name: 'Hamilton', steamId: '76561190000000003' });
  sims[1].leave(ada.id);
  await expect.poll(() => playersOf(ids[1]), PATIENT).toEqual(['Hamilton']);

  const span = recording(`--as-is --server other --from ${between}`);
  expect(await span.done).toBe(0);
  const recorded = span.load();
  expect(recorded.damage).toEqual([]);
  expect([...recorded.rows.servers.keys()]).toEqual([ids[1]]);
  expect(names(recorded)).toEqual(['Hamilton']);
  const now = (await known()).find(({ id }) => id === ids[1]);
  expect(recorded.row('servers', ids[1])).toMatchObject({
    configuration: now?.configuration,
    state: now?.state,
  });
  recorded.to(1);
  expect(names(recorded)).toEqual(['Hopper']);
  expect(recorded.row('servers', ids[1])?.state.state).toBe('CONNECTED');

  const before = recording(`--as-is --from ${between - 3_600_000} --to ${between}`);
  await before.done;
  expect(names(before.load()).toSorted()).toEqual(
    (await playersOf(ids[0])).concat('Hopper').toSorted(),
  );
});

it('tells nobody by default: no name, no server, no password, no address is in it', async () => {
  const asIs = recording('--as-is --minutes 60');
  await asIs.done;
  const redacted = recording('--minutes 60');
  await redacted.done;
  expect(asIs.text()).toContain('Hamilton');
  const secrets = ['Lovelace', 'Hopper', 'Hamilton', 'Canary', 'Latecomer', ...ids];
  for (const secret of [...secrets, RCON_PASSWORD, '7656119', '127.0.0.1']) {
    expect(redacted.text()).not.toContain(secret);
  }
  const recorded = redacted.load();
  expect(recorded.header?.redaction).toBe('pseudonyms');
  expect(recorded.end?.hash).toBe(recorded.hash);
  expect(recorded.rows.players.size).toBe(asIs.load().rows.players.size);
});

it('is for its owner alone', async () => {
  const asIs = recording('--as-is --minutes 1');
  await asIs.done;
  expect(statSync(asIs.path).mode & 0o777).toBe(0o600);
});

it('is cut off where it is stopped while the database is away, and says so', async () => {
  const { connection } = host.database;
  const database = openDatabase({ connection, max: 1, onIdleError: () => undefined });
  const live = recording('', database.db);
  await expect.poll(() => live.text(), PATIENT).toContain('"event":"servers"');
  // Nobody listens there.
  database.moveTo({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' });
  const broken = database.pool.query('select pg_terminate_backend(pg_backend_pid())');
  await expect(broken).rejects.toMatchObject({ code: '57P01' });
  await expect.poll(() => live.warned.join(), PATIENT).toContain('does not answer');
  live.stop();
  expect(await live.done).toBe(1);
  expect(live.warned.at(-1)).toMatch(
    /^Stopped while the database was unreachable: the recording is cut off/,
  );
  const recorded = live.load();
  expect(recorded.end).toBe(null);
  expect(recorded.rows.servers.size).toBeGreaterThan(0);
  await database.close();
});

it('says in a sentence what cannot be recorded', async () => {
  const refused = async (line: string) =>
    recording(line).done.then(String, (error: Error) => error.message);
  expect(await refused('--server Nowhere')).toMatch(/^There is no server 'Nowhere'\. There are: /);
  expect(await refused('--from tomorrow')).toMatch(/^--from takes a moment/);
  expect(await refused('--to 2026-01-01T00:00:00Z')).toBe('--to needs --from, or --minutes.');
  expect(await refused('--minutes 0')).toBe('--minutes takes a number above 0, not 0.');
  const both = '--minutes 3 --from 2026-01-01T00:00:00Z';
  expect(await refused(both)).toBe('Give either --from or --minutes.');
});
