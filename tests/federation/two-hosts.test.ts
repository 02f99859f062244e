/**
 * Two hosts on one database that follow one list of another installation: each page is asked for and taken once, whichever of
 * them does it, and also where that one is killed in the middle of it. Here 10,000 bans; `npm run test:long --
 * federation/two-hosts` has half a million, and prints how long they take.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { FEDERATION_LIMIT } from '../../src/protocol/federation/limits.ts';
import { Random } from '../../src/sim/random.ts';
import { until } from '../two-hosts/host-pair.ts';
import { FollowingPair, sumOf } from './host-pair.ts';

const LONG = process.env.MUSTER_LONG !== undefined;
const BANS = LONG ? 500_000 : 10_000;
const KILLED_IN = LONG ? 100_000 : 4_000;
const KILLS = LONG ? 20 : 2;
const PAGE = FEDERATION_LIMIT.page;
const PATIENCE = LONG ? 3_600_000 : 120_000;

let both: FollowingPair;
beforeAll(async () => {
  both = await FollowingPair.start();
}, 60_000);
afterEach(async () => {
  for (const { process } of both.pair.hosts) await process.revive();
});
afterAll(() => both.stop());

const equal = async (list: string, remote: string) => {
  expect(await sumOf(both.db, remote)).toEqual(await sumOf(both.there.deps.db, list));
};

it(
  'one of them reads a large list page by page, however often both are woken',
  async () => {
    const list = await both.newList(BANS);
    const before = await both.asked();
    const began = performance.now();
    const remote = await both.follow(list, 0);
    await until(async () => {
      await both.wakeBesides(remote);
      return both.isRead(remote);
    }, PATIENCE);
    const took = performance.now() - began;
    await equal(list, remote);
    // Whoever follows it asks once to be let in.
    expect((await both.asked()) - before).toBe(1 + BANS / PAGE);
    if (LONG)
      process.stdout.write(`${BANS} bans over the wire in ${(took / 1_000).toFixed(0)} s\n`);

    const asked = await both.asked();
    await both.there.ban(list, { kind: 'identity', steam_id: '76561190999999999' });
    await both.wake(remote, 8);
    await until(async () => (await both.waiting()) === 0 && both.isRead(remote), 30_000);
    await equal(list, remote);
    expect((await both.asked()) - asked).toBe(1);
  },
  PATIENCE,
);

it('a page that its host was killed in is taken by the other one, once the lease has ended', async () => {
  const [one, other] = both.pair.hosts;
  await other.process.kill();
  const list = await both.newList(6 * PAGE);
  const before = await both.asked();
  // The third page is written and not committed until this lock is free.
  await sql`
    create function hold_page() returns trigger language plpgsql as $$ begin
      if (select count(*) from remote_bans where banlist_id in (select banlist_id from fresh)) >= ${sql.lit(3 * PAGE)}
      then perform pg_advisory_xact_lock_shared(4711); end if;
      return null;
    end $$
  `.execute(both.db);
  await sql`
    create trigger hold_page after insert on remote_bans referencing new table as fresh
    for each statement execute function hold_page()
  `.execute(both.db);
  const remote = await both.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(trx);
    const followed = await both.follow(list, 0);
    await until(async () => {
      // By the connection that holds it: one that says nothing for long is closed.
      const { rows } = await sql`
        select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted
      `.execute(trx);
      return rows.length > 0;
    }, 30_000);
    await one.process.kill();
    return followed;
  });
  await sql`drop trigger hold_page on remote_bans`.execute(both.db);
  expect(await both.written(remote)).toBe(2 * PAGE);
  const asked = await both.asked();
  expect(asked - before).toBe(1 + 3);

  await other.process.start();
  await both.wake(remote);
  await until(async () => (await both.waiting()) === 0, 30_000);
  expect(await both.asked()).toBe(asked);
  await both.endLease(remote);
  await both.wake(remote);
  await until(() => both.isRead(remote), 30_000);
  await equal(list, remote);
  expect((await both.asked()) - asked).toBe(4);
  await one.process.start();
}, 120_000);

it(
  'hosts that are killed at random lose nothing and double nothing',
  async () => {
    const random = new Random(20_261_127);
    const list = await both.newList(KILLED_IN);
    const remote = await both.follow(list, 0);
    const began = performance.now();
    let kills = 0;
    let host = 0;
    await until(async () => {
      if (kills >= KILLS) return (await both.written(remote)) === KILLED_IN && both.isRead(remote);
      await sleep(random.int(50, 400));
      const dies = (both.pair.hosts[host % 2] ?? both.pair.hosts[0]).process;
      await dies.kill();
      await both.endLease(remote);
      await dies.start();
      await both.wake(remote, 2);
      [kills, host] = [kills + 1, host + random.int(0, 1)];
      return false;
    }, PATIENCE);
    await equal(list, remote);
    const took = ((performance.now() - began) / 1_000).toFixed(0);
    if (LONG) process.stdout.write(`${KILLED_IN} bans with ${KILLS} kills in ${took} s\n`);
  },
  PATIENCE,
);
