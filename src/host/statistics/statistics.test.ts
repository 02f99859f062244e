import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import {
  createTestApp,
  createTestDeps,
  type TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { playerStatistics as call } from '../../protocol/statistics/calls.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import { grant, serverResource } from '../access/grants.ts';
import type { Database } from '../store/database.ts';
import { joinPersons, undoJoin } from '../players/joins.ts';
import { runBatch } from '../reactors/batch.ts';
import type { Fact } from '../realtime/contract.ts';
import { appendFacts } from '../realtime/log.ts';
import { playerStatistics } from './player-statistics.ts';
import { pruneStatistics } from './prune.ts';
import { statisticsReactor } from './reactor.ts';
import { writeStatistics } from './write.ts';

const hex = (digit: string) => digit.repeat(24);
const server = hex('e');
const ada = hex('a');
const bob = hex('b');
const list = serverStream(server, 'list');
const feed = serverStream(server, 'feed');
const DAY = 86_400_000;

let test: TestDeps;
let db: Database;
let app: FastifyInstance;
let browser: TestBrowser;

beforeAll(async () => {
  test = await createTestDeps();
  ({ db } = test.deps);
  app = await createTestApp(test.deps, { playerStatistics });
  const account = await createTestAccount(app, test.deps);
  ({ browser } = account);
  await storeServer(db, server);
  await grant(db, account.id, serverResource(server), ['server.view.feed'], null, 0);
});
beforeEach(async () => {
  await sql`
    truncate statistic_stays, statistic_gaps, statistic_totals, reactor_cursors, reactor_missed, streams,
      event_log, event_personal, players, person_joins, persons cascade
  `.execute(db);
  await sql`update servers set unheard_since = null`.execute(db);
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const came = (at: number, id: string, muster_id: string | null, joined_at = at): Fact => ({
  stream: list,
  event: 'gsm:player:create',
  at,
  data: {
    server: { id: server },
    player: {
      id,
      muster_id,
      name: 'Ada',
      joined_at,
      joined_before: false,
      verified: true,
      lobby: false,
    },
  },
});
const went = (at: number, id: string): Fact => ({
  stream: list,
  event: 'gsm:player:destruct',
  at,
  data: { server: { id: server }, player: { id } },
});
const fed = (at: number, entry: FeedEntry): Fact => ({
  stream: feed,
  event: 'server:feed',
  at,
  data: { server_id: server, at, entry },
});
const who = (muster_id: string, id: string | null = null) => ({ id, muster_id, name: 'x' });
const killed = (at: number, victim: string, killer: string) =>
  fed(at, {
    kind: 'death',
    player: who(victim),
    by: { player: who(killer), cause: '', weapon: null, distance: null },
  });

async function tell(...facts: Fact[]): Promise<void> {
  await appendFacts(db, facts);
  await react([list, feed]);
}

async function react(streams: readonly string[], limit = 1_000): Promise<void> {
  let more = streams;
  while (more.length > 0) ({ more } = await runBatch(db, statisticsReactor, more, limit));
}

async function statisticsOf(player: string) {
  const answer = await browser.get(`/app/v1/server/${server}/players/${player}/statistics`);
  return call.answer.parse(answer.json());
}

describe('the statistics of a player', () => {
  it('count kills and deaths, and add up the time from joining to leaving', async () => {
    await tell(
      came(1_000, hex('1'), null),
      came(2_000, hex('1'), ada, 1_000),
      killed(3_000, bob, ada),
      killed(4_000, ada, ada),
      went(61_000, hex('1')),
    );
    expect(await statisticsOf(ada)).toEqual({
      since: 1_000,
      incomplete: false,
      kills: 1,
      deaths: 1,
      suicides: 1,
      infected_deaths: 0,
      environment_deaths: 0,
      hits_given: 0,
      hits_taken: 0,
      playtime: 60,
      stays: 1,
      last_seen: 61_000,
      newest: [{ id: hex('1'), joined_at: 1_000, until: 61_000, ended: 'left' }],
    });
    expect(await statisticsOf(bob)).toMatchObject({ deaths: 1, stays: 0, last_seen: null });
  });

  it('add nothing of another server, however long ago it was', async () => {
    const other = 'f'.repeat(24);
    await storeServer(db, other);
    await tell(killed(1_000, bob, ada));
    const there = { muster_id: ada, server_id: other, kills: 7, playtime: 9_000, stays: 2 };
    await db.insertInto('statistic_totals').values(there).execute();
    expect(await statisticsOf(ada)).toMatchObject({ kills: 1, playtime: 0, stays: 0 });
  });

  it('say nothing of a server that nothing was told of', async () => {
    expect(await statisticsOf(ada)).toMatchObject({ since: null, kills: 0, newest: [] });
  });

  it('go on until now for who is there', async () => {
    const now = test.deps.clock();
    await tell(came(now - 90_000, hex('1'), ada));
    expect(await statisticsOf(ada)).toMatchObject({
      playtime: 90,
      last_seen: now,
      newest: [{ until: null, ended: 'here' }],
    });
  });

  it('go on no longer than the server is heard, also once they are added up', async () => {
    const old = test.deps.clock() - 100 * DAY;
    await tell(came(old, hex('1'), ada));
    await sql`update servers set unheard_since = ${old + 30_000}`.execute(db);
    const known = { playtime: 30, stays: 1, last_seen: old + 30_000 };
    expect(await statisticsOf(ada)).toMatchObject({
      ...known,
      newest: [{ until: old + 30_000, ended: 'unknown' }],
    });
    await pruneStatistics(db, old + DAY);
    expect(await statisticsOf(ada)).toMatchObject({ ...known, newest: [] });
  });

  it('end a stay that nobody saw end where the server was heard last', async () => {
    const found: FeedEntry = { kind: 'leave', player: who(ada, hex('1')), found: true };
    await tell(
      came(1_000, hex('1'), ada),
      fed(500_000, { kind: 'gap', from: 31_000, to: 500_000 }),
      fed(501_000, found),
      went(501_000, hex('1')),
    );
    expect(await statisticsOf(ada)).toMatchObject({
      playtime: 30,
      newest: [{ until: 31_000, ended: 'unknown' }],
    });
  });

  it('say who was kicked', async () => {
    const kick: FeedEntry = {
      kind: 'kick',
      player: who(ada, hex('1')),
      by: 'battleye',
      reason: 'x',
    };
    await tell(fed(2_000, kick), came(1_000, hex('1'), ada), went(2_000, hex('1')));
    expect(await statisticsOf(ada)).toMatchObject({ newest: [{ until: 2_000, ended: 'kicked' }] });
  });

  it('say that something was lost, and of who was there that nobody knows when they left', async () => {
    await tell(came(1_000, hex('1'), ada));
    await appendFacts(db, [went(2_000, hex('1')), came(3_000, hex('2'), bob)]);
    await sql`update streams set floor = 2 where stream = ${list}`.execute(db);
    await tell(came(4_000, hex('3'), bob));
    expect(await statisticsOf(ada)).toMatchObject({
      incomplete: true,
      playtime: 0,
      last_seen: 1_000,
      newest: [{ until: null, ended: 'unknown' }],
    });
  });

  it('are those of both while two players are one person, and of each again afterwards', async () => {
    await sql`insert into players values (${ada}, 'Ada', 1, 2), (${bob}, 'Bob', 1, 2)`.execute(db);
    await tell(came(1_000, hex('1'), bob), went(2_000, hex('1')), killed(3_000, bob, ada));
    await tell(came(5_000, hex('2'), ada), went(9_000, hex('2')));
    const alone = [await statisticsOf(ada), await statisticsOf(bob)];
    await db
      .transaction()
      .execute((trx) => joinPersons(trx, { one: ada, other: bob, kind: 'hand' }, 5_000));
    const one = { kills: 1, deaths: 1, stays: 2, playtime: 5, last_seen: 9_000 };
    for (const id of [ada, bob]) expect(await statisticsOf(id)).toMatchObject(one);
    // The log shows who comes as a person, and what happens under the id of the player.
    await sql`
      insert into play_sessions (id, server_id, muster_id, name, joined_at, joined_before, verified, lobby)
      values (${hex('3')}, ${server}, ${bob}, 'Bob', 10000, false, true, false)
    `.execute(db);
    await tell(came(10_000, hex('3'), ada), went(12_000, hex('3')), killed(13_000, hex('c'), bob));
    expect(await statisticsOf(bob)).toMatchObject({ kills: 2, stays: 3, playtime: 7 });
    await db.transaction().execute(async (trx) => {
      const { id } = await trx.selectFrom('person_joins').select('id').executeTakeFirstOrThrow();
      await undoJoin(trx, id, 14_000, null);
    });
    expect(await statisticsOf(ada)).toEqual(alone[0]);
    expect(await statisticsOf(bob)).toMatchObject({ kills: 1, stays: 2, playtime: 3 });
    expect(alone[1]).toMatchObject({ kills: 0, stays: 1, playtime: 1 });
  });
});

it('adds up what is not kept any more, and the figures stay', async () => {
  const now = test.deps.clock();
  const old = now - 100 * DAY;
  await tell(
    came(old, hex('1'), ada),
    went(old + 60_000, hex('1')),
    came(now - 1_000, hex('2'), ada),
    killed(now, bob, ada),
  );
  const before = await statisticsOf(ada);
  await pruneStatistics(db, now - 90 * DAY);
  await pruneStatistics(db, now - 90 * DAY);
  const after = await statisticsOf(ada);
  expect(after).toEqual({ ...before, newest: before.newest.slice(0, 1) });
  expect(after).toMatchObject({ playtime: 61, stays: 2, kills: 1 });
});

it('keeps no name', async () => {
  await tell(came(1_000, hex('1'), ada), killed(3_000, bob, ada));
  const names = await sql`select * from statistic_stays`.execute(db);
  expect(JSON.stringify(names.rows)).not.toContain('Ada');
});

it('takes stays in one order: nobody waits in a ring with who lost sight of a server', async () => {
  await tell(came(1_000, hex('5'), ada));
  await tell(came(1_000, hex('3'), ada));
  // On another server, of which nobody lost sight.
  await sql`
    update statistic_stays set server_id = ${hex('f')} where id = ${hex('3')}
  `.execute(db);
  const first = await db.startTransaction().execute();
  await sql`select from statistic_stays where id = ${hex('3')} for update`.execute(first);
  const writes = db.transaction().execute((trx) => writeStatistics(trx, [left('3'), left('5')]));
  await waiting(1);
  const others = db
    .transaction()
    .execute((trx) => writeStatistics(trx, [{ kind: 'lost-sight', server_id: server }, left('3')]));
  await waiting(2);
  await first.rollback().execute();
  await expect(Promise.all([writes, others])).resolves.toBeDefined();
});

const left = (digit: string) =>
  ({ kind: 'stay', id: hex(digit), server_id: server, at: 9, told: { left_at: 9 } }) as const;

/** So many wait for what another one holds. */
async function waiting(many: number): Promise<void> {
  await vi.waitUntil(async () => {
    const { rows } = await sql<{ many: number }>`
      select count(distinct pid) as many from pg_locks
      where not granted and pid in (select pid from pg_stat_activity where datname = current_database())
    `.execute(db);
    return rows[0]?.many === many;
  });
}

it('comes to the same however the streams are read one beside the other', async () => {
  const stays = fc.array(
    fc.record({
      id: fc.constantFrom('1', '2', '3').map(hex),
      at: fc.nat({ max: 99 }),
      what: fc.constantFrom('came', 'known', 'went', 'found', 'kicked'),
    }),
    { maxLength: 12 },
  );
  const factOf = ({ id, at, what }: { id: string; at: number; what: string }): Fact => {
    if (what === 'came') return came(at, id, null, 0);
    if (what === 'known') return came(at, id, ada, 0);
    if (what === 'went') return went(at, id);
    const player = who(ada, id);
    return what === 'found'
      ? fed(at, { kind: 'leave', player, found: true })
      : fed(at, { kind: 'kick', player, by: 'game', reason: '' });
  };
  const kept = async () =>
    await db
      .selectFrom('statistic_stays')
      .select(['id', 'muster_id', 'joined_at', 'left_at', 'found_at', 'kicked_by'])
      .orderBy('id')
      .execute();
  await fc.assert(
    fc.asyncProperty(stays, fc.array(fc.boolean()), async (told, turns) => {
      await sql`truncate statistic_stays, reactor_cursors, streams, event_log`.execute(db);
      await sql`truncate event_personal`.execute(db);
      await appendFacts(db, told.map(factOf));
      await react([list, feed]);
      const together = await kept();
      await sql`truncate statistic_stays, reactor_cursors`.execute(db);
      for (const turn of turns) await runBatch(db, statisticsReactor, [turn ? list : feed], 1);
      await react([feed, list], 2);
      expect(await kept()).toEqual(together);
    }),
    { numRuns: 30 },
  );
}, 60_000);
