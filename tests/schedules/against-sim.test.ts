import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLS } from '../../src/protocol/calls.ts';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import type { RowOf } from '../../src/protocol/resources/registry.ts';
import { newId } from '../../src/host/store/ids.ts';
import { MINUTE, NIGHTLY, START, startBench, WAIT, type Bench } from './bench.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench();
}, START);
afterAll(() => bench.stop());

const plans = () => bench.rows<RowOf<'plans'>>('plans');

const nextRestart = () => bench.nextRestart();

const RESTART = {
  minutes: 1,
  warnings: [{ minutes: 1, text: 'Restart of {server} in {minutes} min' }],
  lock_before: null,
  kick_before: null,
};

it('a job is run now, beside its times, once for a request', async () => {
  const { owner, stranger, server } = bench;
  const id = newId(5);
  const values = { ...NIGHTLY, action: SERVER_ACTION.MESSAGE_PUBLIC, parameter: 'Now {players}' };
  const rows = [{ server_id: server, id }];
  expect(await bench.post(owner, 'jobs', { rows, values })).toEqual(['done']);
  expect(await bench.post(stranger, 'jobs', { rows, values })).toEqual(['permission-denied']);
  const now = { request_id: newId(6), jobs: rows };
  expect(await bench.post(owner, 'now', now)).toEqual(['done']);
  expect(await bench.post(owner, 'now', now)).toEqual(['done']);
  const said = () => bench.given('say -1 Now').length;
  await expect.poll(said, WAIT).toBe(1);
  expect(await bench.post(owner, 'jobs/remove', { rows })).toEqual(['done']);
  expect(said()).toBe(1);
});

it('a warning is really said, and the restart really asked for', async () => {
  const { owner, server } = bench;
  const [told, audited] = [(await bench.feed()).length, (await bench.audits()).length];
  const fed = async () => (await bench.feed()).slice(told);
  const request_id = newId(1);
  const asked = { request_id, server_ids: [server], ...RESTART };
  expect(await bench.post(owner, 'restart', asked)).toEqual(['done']);
  // Sent again, it is one.
  expect(await bench.post(owner, 'restart', asked)).toEqual(['done']);
  expect((await plans()).filter(({ job_id }) => job_id === null)).toHaveLength(1);
  const said = 'Restart of Chernarus in 1 min';
  await expect.poll(fed, WAIT).toMatchObject([{ step: 'warning', outcome: 'done', text: said }]);
  await expect
    .poll(nextRestart, WAIT)
    .toMatchObject({ of: { id: (await plans()).find(({ job_id }) => job_id === null)?.id } });
  expect(bench.commands()).toContain(`say -1 ${said}`);
  await bench.later(MINUTE);
  await expect.poll(fed, WAIT).toMatchObject([{}, { step: 'action', outcome: 'done' }]);
  expect(bench.commands()).toContain('#shutdown');
  await expect.poll(nextRestart, WAIT).toEqual({ local: null });
  expect((await bench.audits()).slice(audited)).toEqual([
    'schedules.restart',
    'schedules.run',
    'schedules.run',
  ]);
});

it('what is planned is named, and taken back by that name before any row has told it', async () => {
  const { owner, server } = bench;
  const asked = { request_id: newId(4), server_ids: [server], ...RESTART, minutes: 7 };
  const plan = async () => {
    const answer = await owner.post('/app/v1/schedules/restart', asked);
    return CALLS.scheduleRestart.answer.parse(answer.json()).results[0]?.planned;
  };
  const planned = await plan();
  expect(await plan()).toEqual(planned);
  const occurrences = [{ server_id: server, ...planned, at: planned?.due }];
  expect(await bench.post(owner, 'move', { occurrences, to: { kind: 'skip' } })).toEqual(['done']);
  expect((await plans()).find(({ id }) => id === planned?.id)).toMatchObject({ at: null });
});

it('what comes is skipped, postponed and brought back, and the next restart follows', async () => {
  const { owner, stranger, server } = bench;
  const id = await bench.add('jobs', NIGHTLY);
  const first = await expect
    .poll(nextRestart, WAIT)
    .toMatchObject({ of: { id } })
    .then(nextRestart);
  const { due, at } = first.of!;
  expect([at, new Date(first.local ?? '').getTime()]).toEqual([due, due]);
  const occurrences = [{ server_id: server, id, due, at }];
  const move = (to: object, seen: object = {}) =>
    bench.post(owner, 'move', { occurrences: [{ ...occurrences[0], ...seen }], to });
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
  expect((await bench.audited()).slice(-3)).toEqual(['Nightly', 'Nightly', 'Nightly']);

  expect(await bench.post(stranger, 'move', { occurrences, to: { kind: 'skip' } })).toEqual([
    'not-found',
  ]);
  const asked = { request_id: newId(4), server_ids: [server], ...RESTART };
  expect(await bench.post(stranger, 'restart', asked)).toEqual(['not-found']);
});

it('what nobody was there for in time is not run, and told as missed', async () => {
  const { owner, server } = bench;
  const before = (await bench.feed()).length;
  const { of } = await nextRestart();
  // The night passes, and a while more than a job may be late.
  await bench.until((of?.at ?? 0) + 10 * MINUTE);
  await expect
    .poll(async () => (await bench.feed()).slice(before), WAIT)
    .toMatchObject([
      { step: 'action', outcome: 'missed', missed: 1, job_id: of?.id, name: 'Nightly' },
    ]);
  expect((await bench.audits()).at(-1)).toBe('schedules.missed');
  expect((await bench.audited()).at(-1)).toBe('Nightly');
  const late = { server_id: server, id: of?.id, due: of?.due, at: of?.at };
  expect(await bench.post(owner, 'move', { occurrences: [late], to: { kind: 'skip' } })).toEqual([
    'too-late',
  ]);
});
