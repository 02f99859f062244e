import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createMigratedDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { openDatabase, type OpenDatabase } from '../store/database.ts';
import { claimJob, failJob, finishJob, retryDelay } from './claim.ts';
import { enqueue } from './enqueue.ts';
import { createJobRunner, type JobHandler } from './runner.ts';

const log = pino({ level: 'silent' });
let test: TestDatabase;
let host: OpenDatabase;

beforeAll(async () => {
  test = await createMigratedDatabase();
  host = openDatabase({ connection: test.connection, onIdleError: (error) => log.warn(error) });
});
beforeEach(async () => {
  await host.db.deleteFrom('jobs').execute();
});
afterAll(async () => {
  await host.close();
  await test.drop();
});

const job = (key: string, runAt = 0) => ({ kind: 'greet', key, payload: { key }, runAt });
const claim = (owner: string, now: number) => ({ owner, kinds: ['greet'], now, leaseMs: 1_000 });
const runner = (handler: JobHandler, owner = 'one', pool = host.pool) =>
  createJobRunner({
    db: host.db,
    pool,
    handlers: new Map([['greet', handler]]),
    owner,
    log,
    now: Date.now,
  });

it('does the same work asked for twice once', async () => {
  expect(await enqueue(host.db, job('a'))).toBe(true);
  expect(await enqueue(host.db, job('a'))).toBe(false);
});

it('gives each job to one host only, however many ask at once', async () => {
  for (const key of ['a', 'b', 'c']) await enqueue(host.db, job(key));
  const owners = ['one', 'two', 'three', 'four', 'five'];
  const claimed = await Promise.all(owners.map((owner) => claimJob(host.db, claim(owner, 1))));
  const ids = claimed.filter((row) => row !== null).map((row) => row.id);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(3);
});

it('gives a job to another host when the lease of the first has ended, whatever its clock says', async () => {
  await enqueue(host.db, job('a'));
  const first = await claimJob(host.db, claim('one', 1));
  expect(await claimJob(host.db, claim('two', Date.now() + 3_600_000))).toBeNull();
  const second = await vi.waitUntil(() => claimJob(host.db, claim('two', 2)), { timeout: 5_000 });
  expect(second?.id).toBe(first?.id);
  await finishJob(host.db, second!.id, 'one', 1_002);
  const row = await host.db.selectFrom('jobs').select('done_at').executeTakeFirstOrThrow();
  expect(row.done_at).toBeNull();
});

it('waits longer after each failure, and keeps what failed', async () => {
  await enqueue(host.db, job('a'));
  const claimed = await claimJob(host.db, claim('one', 1));
  await failJob(host.db, claimed!, 'one', { now: 10, message: 'no disk' });
  const row = await host.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ run_at: 2_010, last_error: 'no disk', attempts: 1 });
  expect([1, 2, 3, 30].map(retryDelay)).toEqual([2_000, 4_000, 8_000, 600_000]);
});

it('runs a job that was there before it started, and one that comes later', async () => {
  const done: unknown[] = [];
  await enqueue(host.db, job('before'));
  const jobs = runner(async (payload) => {
    done.push(payload);
  });
  jobs.start();
  await vi.waitUntil(() => done.length === 1);
  await enqueue(host.db, job('after'));
  await vi.waitUntil(() => done.length === 2);
  await jobs.stop();
  expect(done).toEqual([{ key: 'before' }, { key: 'after' }]);
});

it('is woken by the table, not by the clock, also after its connection was cut', async () => {
  const done: unknown[] = [];
  const jobs = runner(async (payload) => {
    done.push(payload);
  });
  jobs.start();
  const listening = () =>
    host.pool
      .query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and query = 'listen muster_jobs'`,
      )
      .then((answer) => answer.rows[0]?.pid);
  await vi.waitUntil(async () => (await listening()) !== undefined);
  await host.pool.query('select pg_terminate_backend($1)', [await listening()]);
  await enqueue(host.db, job('a'));
  await vi.waitUntil(() => done.length === 1, { timeout: 20_000 });
  await jobs.stop();
}, 25_000);

it('tries a job again that failed, and loses none', async () => {
  let tries = 0;
  await enqueue(host.db, job('a'));
  const jobs = runner(async () => {
    tries += 1;
    if (tries === 1) throw new Error('not yet');
  });
  jobs.start();
  await vi.waitUntil(() => tries === 2, { timeout: 8_000 });
  await jobs.stop();
  const row = await host.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
  expect(row.done_at).not.toBeNull();
}, 10_000);

it('listens though its first connection broke before it was heard', async () => {
  let broken = 0;
  const connect = async () => {
    const client = await host.pool.connect();
    if (broken > 0) return client;
    broken += 1;
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    await host.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    return client;
  };
  const pool = Object.assign(Object.create(host.pool), { connect });
  const done: unknown[] = [];
  const jobs = runner(async (payload) => void done.push(payload), 'one', pool);
  jobs.start();
  const listening = async () => {
    const { rows } = await host.pool.query(
      `select pid from pg_stat_activity where datname = current_database() and query = 'listen muster_jobs'`,
    );
    return rows.length > 0;
  };
  await vi.waitUntil(listening, { timeout: 10_000 });
  await enqueue(host.db, job('a'));
  await vi.waitUntil(() => done.length === 1, { timeout: 5_000 });
  await jobs.stop();
  expect(broken).toBe(1);
});
