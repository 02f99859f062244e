import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestAccount, createTestServer } from '../../../tests/support/accounts.ts';
import {
  createTestApp,
  createTestDeps,
  type TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { occurrencesOf } from '../../domain/schedules/occurrences.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { scheduleMove } from '../../protocol/schedules/calls.ts';
import { sessionCalls } from '../session/calls.ts';
import { newId } from '../store/ids.ts';
import { scheduleCalls } from './calls.ts';
import { moveOccurrence, planNow, type Move } from './plan.ts';
import { readPlans } from './plan-rows.ts';
import { readSchedule } from './state.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** A Monday, 00:00 UTC. */
const NOW = Date.UTC(2028, 0, 3);
const START = NOW - 60 * MINUTE;

let test: TestDeps;
let app: Awaited<ReturnType<typeof createTestApp>>;
let owner = '';
let browser: TestBrowser;
let server = '';
let ports = 2_500;

beforeAll(async () => {
  test = await createTestDeps();
  app = await createTestApp(test.deps, { ...sessionCalls, ...scheduleCalls });
  ({ id: owner, browser } = await createTestAccount(app, test.deps));
});
afterAll(async () => {
  await app.close();
  await test.close();
});
beforeEach(async () => {
  ports += 10;
  server = await createTestServer(test.deps, owner, { game_port: ports, rcon_port: ports + 1 });
  await test.deps.db
    .insertInto('schedule_states')
    .values({ server_id: server, looked_until: NOW - 1, started_at: START })
    .execute();
});

async function job(part: object): Promise<string> {
  const id = newId(NOW);
  const data = JSON.stringify({
    id,
    server_id: server,
    name: 'Nightly',
    enabled: true,
    days: [0, 1, 2, 3, 4, 5, 6],
    time: { kind: 'absolute', minutes: 300 },
    action: SERVER_ACTION.SERVER_RESTART,
    parameter: null,
    warnings: [],
    lock_before: null,
    kick_before: null,
    changed: 0,
    ...part,
  });
  await test.deps.db
    .insertInto('resource_rows')
    .values({
      resource: 'jobs',
      server_id: server,
      id,
      order_key: JSON.stringify(id),
      data,
      removed_at: null,
    })
    .execute();
  return id;
}

const context = () => ({ ...test.deps, now: NOW });
const move = (seen: { id: string; due: number; at: number | null }, to: Move) =>
  moveOccurrence(context(), owner, { server_id: server, ...seen }, to);
const runs = () =>
  test.deps.db.transaction().execute(async (trx) => {
    const schedule = await readSchedule(trx, server, 'UTC', START);
    return occurrencesOf(schedule, NOW - 1, NOW + DAY).map(({ id, due, at }) => ({ id, due, at }));
  });
const plans = () => test.deps.db.transaction().execute((trx) => readPlans(trx, server, null));
const refused = (kind: string) => expect.objectContaining({ kind });

it('a job that is off can be run now, and stays off', async () => {
  const id = await job({ enabled: false });
  await planNow(context(), { accountId: owner, requestId: newId(NOW) }, server, id);
  expect(await runs()).toEqual([{ id, due: NOW, at: NOW }]);
});

it('what counts from the start is found where its start was told a little off', async () => {
  const id = await job({ time: { kind: 'uptime', minutes: 120 } });
  const due = START + 120 * MINUTE;
  const seen = { id, due: due + 1_370, at: due + 1_370 };
  await move(seen, { kind: 'postpone', minutes: 15 });
  expect(await runs()).toEqual([{ id, due, at: due + 15 * MINUTE }]);
  // Seen by somebody else, who counts another way yet and has not heard of it.
  const stale = { id, due: due - 2_000, at: due - 2_000 };
  await move(stale, { kind: 'skip' });
  expect(await runs()).toEqual([{ id, due, at: null }]);
  await move({ id, due, at: null }, { kind: 'restore' });
  expect(await runs()).toEqual([{ id, due, at: due }]);
  expect(await plans()).toEqual([]);
});

it('what is run now runs at its own time as well', async () => {
  const id = await job({ time: { kind: 'uptime', minutes: 62 } });
  const due = START + 62 * MINUTE;
  await planNow(context(), { accountId: owner, requestId: newId(NOW) }, server, id);
  expect(await runs()).toEqual([
    { id, due: NOW, at: NOW },
    { id, due, at: due },
  ]);
  await move({ id, due: due + 800, at: due + 800 }, { kind: 'skip' });
  expect(await runs()).toEqual([
    { id, due: NOW, at: NOW },
    { id, due, at: null },
  ]);
});

it('what counts from another start is no such time', async () => {
  const id = await job({ time: { kind: 'uptime', minutes: 120 } });
  const due = START + 126 * MINUTE;
  await expect(move({ id, due, at: due }, { kind: 'skip' })).rejects.toEqual(refused('not-found'));
});

it('nothing is moved beyond what a calendar shows', async () => {
  const id = await job({});
  const far = NOW + 400 * DAY + 300 * MINUTE;
  await expect(move({ id, due: far, at: far }, { kind: 'skip' })).rejects.toEqual(
    refused('invalid-request'),
  );
  const near = NOW + 8 * DAY + 300 * MINUTE;
  await move({ id, due: near, at: near }, { kind: 'postpone', minutes: 720 });
  const again = { id, due: near, at: near + 720 * MINUTE };
  await expect(move(again, { kind: 'postpone', minutes: 720 })).rejects.toEqual(
    refused('invalid-request'),
  );
});

it('nothing is planned on a restricted server, also by its owner', async () => {
  const id = await job({});
  await test.deps.db
    .updateTable('servers')
    .set({ operator_restricted: true, restricted: true })
    .where('id', '=', server)
    .execute();
  const due = NOW + 300 * MINUTE;
  const occurrences = [{ server_id: server, id, due, at: due }];
  const answer = await browser.post('/app/v1/schedules/move', {
    occurrences,
    to: { kind: 'skip' },
  });
  expect(scheduleMove.answer.parse(answer.json()).results).toMatchObject([
    { server_id: server, ok: false, error: 'server-restricted' },
  ]);
  expect(await plans()).toEqual([]);
});

it('a moment that no clock shows is refused where it is read', () => {
  const body = (due: number) => ({
    acsrf_token: 'a'.repeat(16),
    occurrences: [{ server_id: server, id: newId(NOW), due, at: due }],
    to: { kind: 'skip' },
  });
  expect(scheduleMove.body.safeParse(body(NOW)).success).toBe(true);
  expect(scheduleMove.body.safeParse(body(8.64e15)).success).toBe(false);
});
