import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  ada,
  banned,
  bansOf,
  ben,
  db,
  does,
  eachBansAnew,
  groups,
  list,
  mate,
  newList,
  seen,
  STEAM,
  team,
} from '../../../tests/support/banning.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { battleyeGuid } from '../../domain/players/battleye-guid.ts';
import { CALLS } from '../../protocol/calls.ts';
import { problem } from '../../protocol/problem.ts';
import { EXACT_MAX } from '../../protocol/persons/search-calls.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { nameKeySql } from '../store/paged/asked.ts';
import { replacePagedRow } from '../store/paged/rows.ts';

eachBansAnew();

async function found(by: Person, text: string) {
  const answer = await by.browser.get(`/app/v1/search?${new URLSearchParams({ text })}`);
  return CALLS.playerSearch.answer.parse(answer.json()).people;
}
const ids = async (by: Person, text: string) =>
  (await found(by, text)).map(({ muster_id }) => muster_id);
async function resolved(by: Person, identifier: string) {
  const answer = await by.browser.get(
    `/app/v1/user-resolve?${new URLSearchParams({ identifier })}`,
  );
  if (answer.statusCode !== 200) return problem.parse(answer.json()).code;
  return CALLS.userResolve.answer.parse(answer.json()).muster_id;
}
async function profile(by: Person, id: string) {
  const answer = await by.browser.get(`/app/v1/persons/${id}`);
  return answer.statusCode === 200 ? CALLS.personProfile.answer.parse(answer.json()) : null;
}

/** Somebody whom Ada saw on her server and banned on a list of the team, which Mia may read; she sees no server. */
async function listed() {
  const who = await seen(STEAM, '203.0.113.7', 'Bob the Wall');
  const on = await newList({ kind: 'team', id: team });
  await banned({ who: { kind: 'person', muster_id: who } }, on);
  return { who, on, mia: await mate(['banlist.view', 'banlist.list']) };
}

it('whoever may read a ban finds whom it is about by what the ban says, and by nothing else', async () => {
  const { who, on, mia } = await listed();
  for (const text of [STEAM, battleyeGuid(STEAM), 'bob the wall', 'WALL', 'b0b the w@ll']) {
    expect(await ids(mia, text)).toEqual([who]);
    expect(await ids(ben, text)).toEqual([]);
  }
  expect(await found(mia, STEAM)).toMatchObject([
    { name: 'Bob the Wall', servers: 0, last_seen: null, found: { by: 'steam_id', value: STEAM } },
  ]);
  expect(await ids(mia, '203.0.113.7')).toEqual([]);
  expect(await ids(mia, 'griefing')).toEqual([]);
  const viewer = await mate(['banlist.view']);
  expect(await ids(viewer, STEAM)).toEqual([]);
  expect(await profile(viewer, who)).toBeNull();
  // Once nobody has the right, or the ban is gone, nobody is found.
  await sql`delete from paged_bans where owner_id = ${on}`.execute(db());
  expect([await ids(mia, STEAM), await profile(mia, who)]).toEqual([[], null]);
});

it('their profile has what that list knows: the ban, and no server, trace, name or identity', async () => {
  const { who, mia } = await listed();
  expect(await profile(mia, who)).toMatchObject({ muster_id: who, account: null, servers: [] });
  expect(await bansOf(who, mia)).toMatchObject([{ ban: { name: 'Bob the Wall' } }]);
  for (const part of ['traces', 'steam']) {
    const answer = await mia.browser.get(`/app/v1/persons/${who}/${part}`);
    expect(answer.statusCode).toBe(403);
  }
});

it('a ban that somebody makes of an id finds them nobody', async () => {
  const who = await seen(STEAM, '203.0.113.7');
  const own = await newList({ kind: 'account', id: ben.id }, ben);
  const ban = { kind: 'identity', steam_id: STEAM, name: 'Bob' };
  const asked = { ban_id: groups.fresh(), who: ban, reason: 'Griefing', minutes: null };
  expect(await does(ben, `banlist/${own}/bans/create`, asked)).toBe('done');
  expect([await ids(ben, STEAM), await ids(ben, 'Bob'), await profile(ben, who)]).toEqual([
    [],
    [],
    null,
  ]);
  expect(await ids(ada, STEAM)).toEqual([who]);
  expect(list).not.toBe(own);
});

it('whoever may read a ban by an identity reads it on the page of whom it names', async () => {
  const who = await seen(STEAM, '203.0.113.7', 'Bob the Wall');
  const on = await newList({ kind: 'team', id: team });
  await banned({ who: { kind: 'identity', steam_id: STEAM, name: 'Bob' } }, on);
  const mia = await mate(['banlist.view', 'banlist.list']);
  expect(await ids(mia, STEAM)).toEqual([who]);
  expect(await bansOf(who, mia)).toMatchObject([{ ban: { name: 'Bob' } }]);
});

it('finds each person once, however often they are banned', async () => {
  const { who, on, mia } = await listed();
  const other = await seen('76561198000000077', '203.0.113.8', 'Bob the Second');
  await banned({ who: { kind: 'person', muster_id: other } }, on);
  for (let again = 0; again < 3; again += 1) {
    await banned({ who: { kind: 'person', muster_id: who }, minutes: 60 + again }, on);
  }
  expect((await ids(mia, 'bob')).toSorted()).toEqual([other, who].toSorted());
});

it('finds by the name of any ban, and by no word of another, however many have that', async () => {
  const { who, on, mia } = await listed();
  const person = { kind: 'person', muster_id: who };
  await sql`
    update paged_bans set data = (data::jsonb || '{"name":"H4ckBob"}')::json where owner_id = ${on}
  `.execute(db());
  const { rows } = await sql<{ data: unknown }>`
    select data from paged_bans where owner_id = ${on}
  `.execute(db());
  const row = PAGED_ROW.bans.parse(rows[0]?.data);
  await db()
    .transaction()
    .execute((trx) => replacePagedRow(trx, 'bans', row));
  // His newest ban calls him otherwise, and others have the word as their reason.
  await banned({ who: person, minutes: 60, reason: 'Hacking', description: 'bo, h4ck' }, on);
  await sql`
    insert into paged_bans select (p).* from (
      select json_populate_record(b, json_build_object(
        'id', lpad(to_hex(n), 24, '0'), 'key_created_at', b.key_created_at + n,
        'key_person_id', lpad(to_hex(n), 24, 'a')
      )) as p
      from paged_bans b, generate_series(1, ${EXACT_MAX + 1}) as n
      where b.owner_id = ${on} and b.key_reason = 'hacking'
    ) as more
  `.execute(db());
  for (const text of ['h4ck', 'hackbob', 'H@CKB', 'h4']) {
    expect([text, await ids(mia, text)]).toEqual([text, [who]]);
  }
});

it('calls a private account by what the ban calls it alone', async () => {
  const { who, mia } = await listed();
  await sql`
    insert into accounts (id, username, username_key, display_name, email, email_key, password_hash, status,
      plan, created_at, private)
    values (${who}, 'hidden', 'hidden', 'Hidden Name', 'h@example.org', 'h@example.org', '', 1, 'free', 0, true)
  `.execute(db());
  expect(JSON.stringify([await found(mia, who), await found(mia, STEAM)])).not.toContain('Hidden');
});

it('resolves the whole name of whom bans alone tell of, where it means one of them', async () => {
  const { who, on, mia } = await listed();
  for (const text of ['Bob the Wall', 'b0b THE w@ll']) expect(await resolved(mia, text)).toBe(who);
  for (const text of ['Bob', 'the wall', 'griefing']) {
    expect(await resolved(mia, text)).toBe('not-found');
  }
  expect(await resolved(ben, 'Bob the Wall')).toBe('not-found');
  await banned({ who: { kind: 'person', muster_id: who }, minutes: 60 }, on);
  expect(await resolved(mia, 'Bob the Wall')).toBe(who);
  const other = await seen('76561198000000077', '203.0.113.8', 'BOB THE WALL');
  await banned({ who: { kind: 'person', muster_id: other } }, on);
  expect(await resolved(mia, 'Bob the Wall')).toBe('not-found');
});

it('of one character finds whole names of bans alone, as they look', async () => {
  const on = await newList({ kind: 'team', id: team });
  const whole = await seen(STEAM, '203.0.113.7', 'А');
  const part = await seen('76561198000000077', '203.0.113.8', 'A b');
  for (const muster_id of [whole, part]) await banned({ who: { kind: 'person', muster_id } }, on);
  const mia = await mate(['banlist.view', 'banlist.list']);
  expect([await ids(mia, 'a'), await ids(mia, '4'), await ids(mia, 'b')]).toEqual([
    [whole],
    [whole],
    [],
  ]);
  expect(await resolved(mia, 'a')).toBe(whole);
});

it('finds whole names of bans by an index of their keys', async () => {
  await db()
    .transaction()
    .execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select from paged_bans where owner_id = ${list} and ${nameKeySql('bans')} = 'bob'
      `.execute(trx);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('paged_bans_whole_name');
      expect(plan).toMatch(/Index Cond: .*owner_id.*COALESCE/s);
    });
});
