import { sql } from 'kysely';
import pino from 'pino';
import { Gauge, Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import { serverStream } from '../../protocol/streams.ts';
import { appendFacts } from '../realtime/log.ts';
import type { OpenDatabase } from '../store/database.ts';
import { databaseNow } from '../store/now.ts';
import { readStandings } from './cursors.ts';
import { TRIES } from './failure.ts';
import { reactorMetrics } from './metrics.ts';
import type { Reactor } from './reactor.ts';
import { ReactorRunner } from './runner.ts';

const log = pino({ level: 'silent' });
const [one, two] = ['1', '2'].map((digit) => serverStream(digit.repeat(24), 'feed')) as [
  string,
  string,
];

let open: OpenDatabase;
let runner: ReactorRunner;
let done: string[];
/** So often the database ends what is written, since it is in the way of something else. */
let conflicts = 0;

beforeEach(async () => {
  open = await openTestDatabase();
  done = [];
});
afterEach(async () => {
  await runner.stop();
  await open.close();
});

const POISON = 666;
const CONTENDED = 777;

/** Notes what it decides on; an event of one moment always fails. */
const reactor: Reactor<string> = {
  name: 'witness',
  streams: ['feed'],
  events: ['server:feed'],
  personal: true,
  decide(told) {
    if (told.kind === 'event' && told.at === POISON) throw new RangeError('not this one');
    return [told.kind === 'event' ? `${told.stream} ${told.at}` : `${told.stream} missed`];
  },
  async apply(trx, effects) {
    if (conflicts > 0 && effects.includes(`${one} ${CONTENDED}`)) {
      conflicts -= 1;
      await sql`do $$ begin raise exception using errcode = 'deadlock_detected'; end $$`.execute(
        trx,
      );
    }
    done.push(...effects);
  },
};

function start(): ReactorRunner {
  runner = new ReactorRunner({ db: open.db, log }, reactor);
  runner.start();
  return runner;
}

const said = (stream: string, at: number) => ({
  stream,
  event: 'server:feed' as const,
  at,
  data: {
    server_id: '1'.repeat(24),
    at,
    entry: { kind: 'gap' as const, from: at, to: at },
  },
});

const attempts = async () =>
  (
    await open.db
      .selectFrom('reactor_cursors')
      .select('attempts')
      .where('stream', '=', one)
      .executeTakeFirst()
  )?.attempts;

it('takes what was there before, and what it hears of', async () => {
  await appendFacts(open.db, [said(one, 1), said(two, 2)]);
  start();
  await vi.waitUntil(() => done.length === 2);
  const [seq = 0] = await appendFacts(open.db, [said(one, 3)]);
  runner.hear([{ stream: one, seq, rest: { at: 3, event: 'server:feed', data: '{}' } }]);
  await vi.waitUntil(() => done.length === 3);
  expect(done.toSorted()).toEqual([`${one} 1`, `${one} 3`, `${two} 2`]);
});

it('tries an event that fails again, later and later, and parks it; other streams go on', async () => {
  await appendFacts(open.db, [said(one, 1), said(one, POISON), said(one, 3)]);
  const { rows: begun } = await sql<{ now: number }>`select ${databaseNow} as now`.execute(open.db);
  let from = begun[0]!.now;
  start();
  for (let tries = 1; tries < TRIES; tries += 1) {
    await vi.waitUntil(async () => (await attempts()) === tries);
    const { rows } = await sql<{ until: number; now: number }>`
      update reactor_cursors c set retry_at = 0 from reactor_cursors before
      where before.reactor = c.reactor and before.stream = c.stream and c.attempts > 0
      returning before.retry_at as until, ${databaseNow} as now
    `.execute(open.db);
    const { until, now } = rows[0]!;
    const pause = 1_000 * 2 ** (tries - 1);
    expect(until).toBeGreaterThanOrEqual(from + pause);
    expect(until).toBeLessThanOrEqual(now + pause);
    from = now;
    await appendFacts(open.db, [said(two, tries)]);
    runner.look();
    await vi.waitUntil(() => done.includes(`${two} ${tries}`));
  }
  await vi.waitUntil(() => done.includes(`${one} 3`));
  expect(done.filter((told) => told.startsWith(one))).toEqual([`${one} 1`, `${one} 3`]);
  const parked = await open.db.selectFrom('reactor_missed').selectAll().execute();
  expect(parked).toMatchObject([{ stream: one, first: 2, last: 2, error: 'not this one' }]);
  const registry = new Registry();
  reactorMetrics(registry, open.db, log);
  const metrics = await registry.metrics();
  expect(metrics).toContain('muster_reactor_parked{reactor="witness"} 1');
  expect(metrics).toContain('muster_reactor_behind{reactor="witness"} 0');
});

it('leaves other metrics alone while the database is away, and then says nothing of reactors', async () => {
  await appendFacts(open.db, [said(one, 1)]);
  start();
  await vi.waitUntil(() => done.length === 1);
  const registry = new Registry();
  reactorMetrics(registry, open.db, log);
  new Gauge({ name: 'other', help: 'Another one.', registers: [registry] }).set(7);
  expect(await registry.metrics()).toContain('muster_reactor_behind{reactor="witness"} 0');
  await runner.stop();
  await open.db.destroy();
  const metrics = await registry.metrics();
  expect(metrics).toContain('other 7');
  expect(metrics).not.toContain('witness');
});

it('counts no try of an event that was only in the way of something else', async () => {
  conflicts = TRIES + 1;
  await appendFacts(open.db, [said(one, CONTENDED), said(one, 2)]);
  start();
  await vi.waitUntil(() => done.length === 2);
  expect(done).toEqual([`${one} ${CONTENDED}`, `${one} 2`]);
  expect(conflicts).toBe(0);
  expect(await open.db.selectFrom('reactor_missed').selectAll().execute()).toEqual([]);
});

it('says how far it is behind', async () => {
  await appendFacts(open.db, [said(one, 1)]);
  start();
  await vi.waitUntil(() => done.length === 1);
  await runner.stop();
  await appendFacts(open.db, [said(one, 2), said(one, 3)]);
  const standing = { reactor: 'witness', behind: 2, parked: 0, forgotten: 0 };
  expect(await readStandings(open.db)).toEqual([standing]);
});

it('says what the log had forgotten before it was read, and drops the cursor of a stream that is no more', async () => {
  await appendFacts(open.db, [said(one, 1)]);
  start();
  await vi.waitUntil(() => done.length === 1);
  await runner.stop();
  await appendFacts(open.db, [said(one, 2), said(one, 3), said(one, 4)]);
  await sql`update streams set floor = 3 where stream = ${one}`.execute(open.db);
  const warned = vi.spyOn(log, 'warn');
  start();
  await vi.waitUntil(() => done.length === 3);
  expect(done).toEqual([`${one} 1`, `${one} missed`, `${one} 4`]);
  const missed = await open.db.selectFrom('reactor_missed').selectAll().execute();
  expect(missed).toMatchObject([{ first: 2, last: 3, error: null }]);
  expect(warned.mock.calls).toMatchObject([
    [{ stream: one, first: 2, last: 3 }, expect.stringContaining('forgot')],
  ]);
  await sql`delete from streams`.execute(open.db);
  runner.look();
  await vi.waitUntil(async () => (await attempts()) === undefined);
  expect(await open.db.selectFrom('reactor_missed').selectAll().execute()).toEqual([]);
});
