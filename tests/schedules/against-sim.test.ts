import { afterAll, beforeAll, expect, it } from 'vitest';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import type { RowOf } from '../../src/protocol/resources/registry.ts';
import { newId } from '../../src/host/store/ids.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, RCON_PASSWORD } from '../support/added-server.ts';
import type { TestBrowser } from '../support/host.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';

let host: LiveHost;
let sim: SimServer;
let owner: TestBrowser;
let stranger: TestBrowser;
let server: string;
let ahead = 0;

const MINUTE = 60_000;
const WAIT = { timeout: 20_000 };

beforeAll(async () => {
  host = await startLiveHost(undefined, false, {}, () => Date.now() + ahead);
  sim = await startSimServer({
    game: 'DAYZ',
    password: RCON_PASSWORD,
    slots: 60,
    join: { guidMs: 50, verifiedMs: 100, lobbyMs: 150 },
    restart: { downMs: 300, loadingMs: 500 },
  });
  ({ browser: owner } = await createTestAccount(host.app, host.deps, ['host.server.create']));
  ({ browser: stranger } = await createTestAccount(host.app, host.deps));
  server = await addServer(owner, sim);
});
afterAll(async () => {
  await host.stop();
  await sim.stop();
});

type Entry = Readonly<Record<string, unknown>>;

async function feed(): Promise<readonly Entry[]> {
  const rows = await host.deps.db
    .selectFrom('event_log')
    .select('data')
    .where('stream', '=', `server/${server}/feed`)
    .orderBy('seq')
    .execute();
  return rows
    .map(({ data }) => (data as { entry: Entry }).entry)
    .filter(({ kind }) => kind === 'schedule');
}

async function audits(): Promise<readonly string[]> {
  const rows = await host.deps.db
    .selectFrom('audit')
    .select('action')
    .where('action', 'like', 'schedules.%')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}

/** Connected, and the game answers. */
async function untilReady(): Promise<void> {
  const ready = () => host.live.supervisor.runtimes.get(server)?.row.state.ready;
  await expect.poll(ready, WAIT).toBe(true);
}

const nextRestart = async () => {
  const row = await host.deps.db
    .selectFrom('servers')
    .select('environment')
    .where('id', '=', server)
    .executeTakeFirstOrThrow();
  return row.environment.next_restart;
};

const plans = async () =>
  (await owner.get(`/app/v1/server/${server}/plans`)).json<{ rows: RowOf<'plans'>[] }>().rows;

type Results = { results: { ok: boolean; error: string | null }[] };
const post = async (who: TestBrowser, what: string, body: Record<string, unknown>) => {
  const answer = await who.post(`/app/v1/schedules/${what}`, body);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
  return answer.json<Results>().results.map(({ ok, error }) => (ok ? 'done' : error));
};

/** The clock goes on, and something of the schedule changes: it is looked at. */
async function later(milliseconds: number): Promise<void> {
  ahead += milliseconds;
  const values = { ...NIGHTLY, enabled: false };
  await owner.post(`/app/v1/server/${server}/jobs`, { id: newId(Date.now()), values });
}

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const NIGHTLY = {
  name: 'Nightly',
  enabled: true,
  days: EVERY_DAY,
  time: { kind: 'absolute', minutes: 240 },
  action: SERVER_ACTION.SERVER_RESTART,
  parameter: null,
  warnings: [],
  lock_before: null,
  kick_before: null,
};

const RESTART = {
  minutes: 1,
  warnings: [{ minutes: 1, text: 'Restart of {server} in {minutes} min' }],
  lock_before: null,
  kick_before: null,
};

it('a job is run now, beside its times, once for a request', async () => {
  await untilReady();
  const id = newId(5);
  const values = { ...NIGHTLY, action: SERVER_ACTION.MESSAGE_PUBLIC, parameter: 'Now {players}' };
  const rows = [{ server_id: server, id }];
  expect(await post(owner, 'jobs', { rows, values })).toEqual(['done']);
  expect(await post(stranger, 'jobs', { rows, values })).toEqual(['permission-denied']);
  const now = { request_id: newId(6), jobs: rows };
  expect(await post(owner, 'now', now)).toEqual(['done']);
  expect(await post(owner, 'now', now)).toEqual(['done']);
  const said = () => sim.log.commands.filter(({ text }) => text.startsWith('say -1 Now')).length;
  await expect.poll(said, WAIT).toBe(1);
  expect(await post(owner, 'jobs/remove', { rows })).toEqual(['done']);
  expect(said()).toBe(1);
});

it('a warning is really said, and the restart really asked for', async () => {
  const [told, audited] = [(await feed()).length, (await audits()).length];
  const fed = async () => (await feed()).slice(told);
  const request_id = newId(1);
  const asked = { request_id, server_ids: [server], ...RESTART };
  expect(await post(owner, 'restart', asked)).toEqual(['done']);
  // Sent again, it is one.
  expect(await post(owner, 'restart', asked)).toEqual(['done']);
  expect((await plans()).filter(({ job_id }) => job_id === null)).toHaveLength(1);
  await expect.poll(fed, WAIT).toMatchObject([{ step: 'warning', outcome: 'done' }]);
  await expect
    .poll(nextRestart, WAIT)
    .toMatchObject({ of: { id: (await plans()).find(({ job_id }) => job_id === null)?.id } });
  const commands = () => sim.log.commands.map(({ text }) => text);
  expect(commands()).toContain('say -1 Restart of Chernarus in 1 min');
  await later(MINUTE);
  await expect.poll(fed, WAIT).toMatchObject([{}, { step: 'action', outcome: 'done' }]);
  expect(commands()).toContain('#shutdown');
  await expect.poll(nextRestart, WAIT).toEqual({ local: null });
  expect((await audits()).slice(audited)).toEqual([
    'schedules.restart',
    'schedules.run',
    'schedules.run',
  ]);
});

it('what comes is skipped, put off and brought back, and the next restart follows', async () => {
  const id = newId(3);
  await owner.post(`/app/v1/server/${server}/jobs`, { id, values: NIGHTLY });
  const first = await expect
    .poll(nextRestart, WAIT)
    .toMatchObject({ of: { id } })
    .then(nextRestart);
  const { due, at } = first.of!;
  expect([at, new Date(first.local ?? '').getTime()]).toEqual([due, due]);
  const occurrences = [{ server_id: server, id, due, at }];
  const move = (to: object, seen: object = {}) =>
    post(owner, 'move', { occurrences: [{ ...occurrences[0], ...seen }], to });
  const restartIs = async (part: object) => {
    await expect.poll(nextRestart, WAIT).toMatchObject({ of: { id, ...part } });
  };

  expect(await move({ kind: 'postpone', minutes: 30 })).toEqual(['done']);
  expect(await move({ kind: 'postpone', minutes: 30 })).toEqual(['done']);
  await restartIs({ due, at: due + 30 * MINUTE });
  expect((await plans()).find(({ job_id }) => job_id === id)).toMatchObject({
    name: 'Nightly',
    due,
    at: due + 30 * MINUTE,
  });
  expect(await move({ kind: 'postpone', minutes: 5 })).toEqual(['row-changed']);
  expect(await move({ kind: 'skip' })).toEqual(['done']);
  expect(await move({ kind: 'skip' })).toEqual(['done']);
  await expect.poll(async () => (await nextRestart()).of?.due, WAIT).toBeGreaterThan(due);
  expect(await move({ kind: 'restore' })).toEqual(['done']);
  await restartIs({ due, at: due });
  expect(await move({ kind: 'skip' }, { due: due + 1 })).toEqual(['not-found']);

  expect(await post(stranger, 'move', { occurrences, to: { kind: 'skip' } })).toEqual([
    'not-found',
  ]);
  const asked = { request_id: newId(4), server_ids: [server], ...RESTART };
  expect(await post(stranger, 'restart', asked)).toEqual(['not-found']);
});

it('what nobody was there for in time is not run, and told as missed', async () => {
  const before = (await feed()).length;
  const { of } = await nextRestart();
  // The night passes, and a while more than a job may be late.
  await later((of?.at ?? 0) - Date.now() - ahead + 10 * MINUTE);
  await expect
    .poll(async () => (await feed()).slice(before), WAIT)
    .toMatchObject([
      { step: 'action', outcome: 'missed', missed: 1, job_id: of?.id, name: 'Nightly' },
    ]);
  expect((await audits()).at(-1)).toBe('schedules.missed');
  const late = { server_id: server, id: of?.id, due: of?.due, at: of?.at };
  expect(await post(owner, 'move', { occurrences: [late], to: { kind: 'skip' } })).toEqual([
    'too-late',
  ]);
});
