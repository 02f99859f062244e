import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import { serverStream } from '../../protocol/streams.ts';
import { appendFacts } from '../realtime/log.ts';
import { pruneLog } from '../realtime/prune.ts';
import { isDatabaseGone, type Database, type OpenDatabase, type Trx } from '../store/database.ts';
import { ForgottenMeanwhile, runBatch } from './batch.ts';
import { readBehind } from './cursors.ts';
import type { Reactor, Told } from './reactor.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
  await sql`create table effects (
      stream text, first bigint, last bigint, missed bool, ord bigint generated always as identity
    )`.execute(open.db);
});
afterAll(() => open.close());

const STREAMS = 4;
const streamOf = (n: number) => serverStream(String(n).repeat(24), 'feed');
const said = (stream: number, at: number) => ({
  stream: streamOf(stream),
  event: 'server:feed' as const,
  at,
  data: {
    server_id: String(stream).repeat(24),
    at,
    entry: { kind: 'gap' as const, from: at, to: at },
  },
});

interface Effect {
  readonly stream: string;
  readonly first: number;
  readonly last: number;
  readonly missed: boolean;
}

const effectOf = (told: Told): Effect =>
  told.kind === 'missed'
    ? { stream: told.stream, first: told.first, last: told.last, missed: true }
    : { stream: told.stream, first: told.seq, last: told.seq, missed: false };

async function write(trx: Trx, effects: readonly Effect[]): Promise<void> {
  await sql`
    insert into effects (stream, first, last, missed)
    select stream, first, last, missed
    from json_populate_recordset(null::effects, ${JSON.stringify(effects)}::json)
  `.execute(trx);
}

/** How a host dies in a turn: not at all, with nothing written, or with everything written and not committed. */
type Death = 'none' | 'before' | 'after' | 'cut';

/** What a host writes down, unless it dies of it. */
function reactor(deaths: () => Death): Reactor<Effect> {
  return {
    name: 'witness',
    streams: ['feed'],
    events: ['server:feed'],
    personal: true,
    decide: (told) => [effectOf(told)],
    async apply(trx, effects) {
      const death = deaths();
      if (death === 'before') throw new Error('killed');
      await write(trx, effects);
      if (death === 'after') throw new Error('killed');
      if (death === 'cut') await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
    },
  };
}

function lengthOf(ranges: readonly Pick<Effect, 'first' | 'last'>[]): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

function expectDeath(error: unknown): void {
  if (isDatabaseGone(error) || error instanceof ForgottenMeanwhile) return;
  expect(error).toEqual(new Error('killed'));
}

/** A host that takes turns until nothing is left, or for so many turns. */
async function host(db: Database, limit: number, deaths: Death[], turns: number): Promise<void> {
  const own = reactor(() => deaths.pop() ?? 'none');
  for (let turn = 0; turn < turns; turn += 1) {
    const streams = await readBehind(db, own);
    if (streams.length === 0) return;
    await runBatch(db, own, streams, limit).catch(expectDeath);
  }
}

/**
 * Every position of a stream stands in one effect, in order, from where the log began when the reactor was new to it;
 * and as missed only what the log has forgotten.
 */
async function expectOnce(stream: string, head: number): Promise<void> {
  const { rows: effects } = await sql<Effect>`
    select first, last, missed from effects where stream = ${stream} order by ord
  `.execute(open.db);
  const { rows } = await sql<{ floor: number }>`
    select floor from streams where stream = ${stream}
  `.execute(open.db);
  const floor = rows[0]?.floor ?? 0;
  const begin = (effects[0]?.first ?? head + 1) - 1;
  expect(begin).toBeLessThanOrEqual(floor);
  let reached = begin;
  for (const { first, last, missed } of effects) {
    expect(first).toBe(reached + 1);
    if (missed) expect(last).toBeLessThanOrEqual(floor);
    reached = last;
  }
  expect(reached).toBe(head);
  const { rows: noted } = await sql<Effect>`
    select first, last from reactor_missed where stream = ${stream}
  `.execute(open.db);
  expect(lengthOf(noted)).toBe(lengthOf(effects.filter(({ missed }) => missed)));
}

const death = fc.constantFrom<Death>('none', 'none', 'before', 'after', 'cut');
const append = fc.record({
  facts: fc.array(fc.nat({ max: STREAMS - 1 }), { maxLength: 30 }),
  /** Before which moment the log is forgotten afterwards. */
  forget: fc.option(fc.nat({ max: 200 }), { freq: 3 }),
  hosts: fc.array(
    fc.record({ limit: fc.integer({ min: 1, max: 9 }), deaths: fc.array(death, { maxLength: 4 }) }),
    { minLength: 2, maxLength: 3 },
  ),
});

it('decides on every event exactly once in effect, over hosts that die at any moment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(append, { minLength: 1, maxLength: 5 }), async (rounds) => {
      const { db } = open;
      await sql`truncate effects, reactor_cursors, reactor_missed, streams, event_log`.execute(db);
      const heads = new Map<string, number>();
      let at = 0;
      for (const { facts, forget, hosts } of rounds) {
        const told = facts.map((stream) => said(stream, (at += 1)));
        for (const { stream } of told) heads.set(stream, (heads.get(stream) ?? 0) + 1);
        const telling = appendFacts(db, told);
        const forgetting = forget === null ? undefined : pruneLog(db, forget);
        await Promise.all([
          telling,
          forgetting,
          ...hosts.map(({ limit, deaths }) => host(db, limit, [...deaths], 6)),
        ]);
      }
      await host(db, 9, [], 1_000);
      for (const [stream, head] of heads) await expectOnce(stream, head);
    }),
    { numRuns: 60 },
  );
}, 120_000);
