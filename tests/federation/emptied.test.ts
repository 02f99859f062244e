/** A followed list of another installation that has emptied, of which nothing is told any more, goes here in parts. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { number, pruneChanges } from '../../src/host/federation/changes.ts';
import { Installation, Time } from './installations.ts';

const BANS = 7_000;
/** As many go with one page. */
const PART = 5_000;
const MONTH = 31 * 86_400_000;
const BOB = '76561190999999999';

const time = new Time();
let there: Installation;
let here: Installation;

beforeAll(async () => {
  there = await Installation.start(time);
  here = await Installation.start(time);
});
afterAll(async () => {
  await here.stop();
  await there.stop();
});

it('also where the host dies in the middle of it, and what is banned by then holds', async () => {
  const theirs = await there.newList('Theirs');
  const own = await here.newList('Own');
  await there.fill(theirs, BANS);
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  const { db } = here.deps;
  const left = async () => {
    const { rows } = await sql<{ bans: number }>`
      select count(*)::int as bans from paged_bans where owner_id = ${remote}
    `.execute(db);
    return rows[0]?.bans;
  };
  expect(await left()).toBe(BANS);
  // What is gone for a month is told no more: who asks then reads everything, which is nothing.
  await sql`delete from paged_bans where owner_id = ${theirs}`.execute(there.deps.db);
  await sql`update ban_lists set bans = 0, entries = 0 where id = ${theirs}`.execute(there.deps.db);
  await there.deps.db.transaction().execute((trx) => number(trx, theirs, BANS, time.now));
  await pruneChanges(there.deps.db, time.now + MONTH);
  time.pass(60_000);
  // It dies while the second part goes.
  await sql`
    create function die() returns trigger language plpgsql as $$
    begin
      if (select count(*) from paged_bans where owner_id = ${sql.lit(remote)}) <= ${sql.lit(BANS - PART)}
      then raise exception 'killed'; end if;
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger die before delete on paged_bans for each statement execute function die()
  `.execute(db);
  await here.pull(remote);
  expect(await left()).toBe(BANS - PART);
  expect(await here.remotes(own)).toMatchObject([{ bans: BANS - PART, cause: 'failed-here' }]);
  await sql`drop trigger die on paged_bans`.execute(db);
  await there.ban(theirs, { kind: 'identity', steam_id: BOB, name: 'Bob' });
  await here.restart();
  time.pass(3_600_000);
  await here.pull(remote);
  const { rows } = await sql<{ steam_id: string }>`
    select data->>'steam_id' as steam_id from paged_bans where owner_id = ${remote}
  `.execute(db);
  expect(rows).toEqual([{ steam_id: BOB }]);
  expect(await here.remotes(own)).toMatchObject([{ bans: 1, state: 'current' }]);
  const reading = await db.selectFrom('remote_lists').select(['whole', 'tries']).execute();
  expect(reading).toEqual([{ whole: false, tries: 0 }]);
});
