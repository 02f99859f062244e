/** Somebody is erased whom bans tell of: nothing of them is left in any table, and bans of others hold on. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deleteBanList, removeBanListStreams } from '../../src/host/bans/delete-job.ts';
import { nameAhead, namedAtLast } from '../../src/host/bans/known-later.ts';
import { cleanBans } from '../../src/host/bans/over.ts';
import { change } from '../../src/host/change/change.ts';
import { erasePerson } from '../../src/host/players/erase.ts';
import { identitiesOf } from '../../src/host/players/identities.ts';
import { joinPersons, undoJoin } from '../../src/host/players/joins.ts';
import { newId } from '../../src/host/store/ids.ts';
import { PAGED_ROW } from '../../src/protocol/resources/schemas.ts';
import { resourceStream } from '../../src/protocol/streams.ts';
import { Installation, Time } from '../federation/installations.ts';
import { everything, holding, tableOf } from '../support/two-people.ts';

const BOB = { steamId: '76561190000000001', ip: '192.0.2.7', name: 'Bobcat' };
const EVE = { steamId: '76561190000000002', ip: '198.51.100.8', name: 'Evelyn' };
const SHARED = '203.0.113.9';
/** What bans find them by, as it is kept. */
const BOB_KEYS = ['net32 c0000207/32', ...guidsOf(BOB)];

const time = new Time();
let here: Installation;
let list: string;
let server: string;

beforeEach(async () => {
  here = await Installation.start(time);
  list = await here.newList('Watch');
  server = await here.obeys(list);
});
afterEach(() => here.stop());

function guidsOf({ steamId }: { readonly steamId: string }): readonly string[] {
  return identitiesOf({ steamId, guid: null, bohemiaId: null }).map(({ value }) => value);
}

/** Somebody who was on the server; answers their id. */
function seen(who: typeof BOB): Promise<string> {
  time.pass(1_000);
  return here.seen(server, who);
}

const erase = (id: string) => erasePerson({ ...here.deps, now: time.now }, id, () => undefined);
const left = async (...texts: readonly string[]) => holding(await everything(here.deps.db), texts);

async function addressesIn(ban: string): Promise<readonly string[]> {
  const row = await here.deps.db
    .selectFrom('ban_addresses')
    .select('addresses')
    .where('ban_id', '=', ban)
    .executeTakeFirst();
  return row?.addresses ?? [];
}

const joining = (one: string, other: string) => ({ one, other, kind: 'hand' }) as const;

/** Somebody is banned while two are taken for one person, and they are two again. */
async function bannedWhileJoined(one: string, other: string): Promise<string> {
  const { db } = here.deps;
  await db.transaction().execute((trx) => joinPersons(trx, joining(one, other), time.now));
  const ban = await here.ban(list, { kind: 'person', muster_id: one, addresses: true });
  const { id } = await db.selectFrom('person_joins').select('id').executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => undoJoin(trx, id, time.now, null));
  return ban;
}

it('a ban of another that was made while both were one person is without their addresses', async () => {
  const bob = await seen(BOB);
  await seen({ ...BOB, ip: SHARED });
  const eve = await seen(EVE);
  await seen({ ...EVE, ip: SHARED });
  const ban = await bannedWhileJoined(bob, eve);
  expect((await addressesIn(ban)).toSorted()).toEqual([BOB.ip, EVE.ip, SHARED].toSorted());
  const ofBob = [BOB.steamId, BOB.ip, BOB.name, ...BOB_KEYS];
  expect(await left(...ofBob)).not.toEqual([]);
  await erase(bob);
  expect(await left(...ofBob)).toEqual([]);
  expect((await addressesIn(ban)).toSorted()).toEqual([EVE.ip, SHARED].toSorted());
  expect(await left(`person ${eve}`, 'net32 c6336408/32', 'net32 cb007109/32')).toHaveLength(3);
  const row = await left('Griefing', '198.51.*.*');
  expect(row.some((text) => text.startsWith('paged_bans') && text.includes('hybrid'))).toBe(true);
});

it('a ban of another that has no address but theirs holds by who it is about', async () => {
  const bob = await seen(BOB);
  const eve = await seen({ ...EVE, ip: BOB.ip });
  await sql`update play_sessions set ip = null where muster_id = ${eve}`.execute(here.deps.db);
  const ban = await bannedWhileJoined(bob, eve);
  expect(await addressesIn(ban)).toEqual([BOB.ip]);
  await erase(bob);
  expect(await left(BOB.ip, ...BOB_KEYS)).toEqual([]);
  const { rows } = await sql<{ kind: string; status: string; address: string | null }>`
    select data->>'kind' as kind, data->>'status' as status, data->>'address' as address
    from paged_bans where id = ${ban}
  `.execute(here.deps.db);
  expect(rows).toEqual([{ kind: 'person', status: 'ACTIVE', address: null }]);
});

it('a network or a range that their address lies in stays', async () => {
  const bob = await seen(BOB);
  const bans = await Promise.all(
    ['192.0.2.*', '192.0.2.7-192.0.2.8'].map((address) =>
      here.ban(list, { kind: 'address', address }),
    ),
  );
  await erase(bob);
  const { rows } = await sql<{ id: string }>`
    select id from paged_bans where key_status = 'active' order by id
  `.execute(here.deps.db);
  expect(rows.map(({ id }) => id)).toEqual(bans.toSorted());
});

it('a range of nothing but their addresses is over', async () => {
  const bob = await seen(BOB);
  await seen({ ...BOB, ip: '192.0.2.8' });
  await here.ban(list, { kind: 'address', address: '192.0.2.7-192.0.2.8' });
  await erase(bob);
  const { db } = here.deps;
  const { rows } = await sql`select key_status as status from paged_bans`.execute(db);
  expect(rows).toEqual([{ status: 'inactive' }]);
  expect(await db.selectFrom('ban_keys').selectAll().execute()).toEqual([]);
});

it.each(['there', 'gone', 'gone with its list'])(
  'who was banned by an id before anybody had seen them is in no audit and no log: the ban is %s',
  async (what) => {
    const { db } = here.deps;
    const who = { kind: 'identity', steam_id: BOB.steamId, name: 'Wallhacker' };
    const ban = await here.ban(list, who, { reason: 'Sees all', description: 'A canary' });
    await here.post(`banlist/${list}/bans/${ban}`, { reason: 'Sees through' });
    await here.post(`banlist/${list}/bans/${ban}/status`, { status: 'REVOKED' });
    const bob = await seen(BOB);
    if (what === 'gone') {
      time.pass(2 * 86_400_000);
      await here.post(`banlist/${list}`, { keep_inactive: false });
      await cleanBans(here.deps);
      expect(await db.selectFrom('ban_keys').selectAll().execute()).toEqual([]);
    }
    if (what === 'gone with its list') {
      await here.post(`banlist/${list}/delete`, { identifier: 'Watch' });
      await deleteBanList(here.deps, { banlist_id: list });
      await removeBanListStreams(db, { banlist_id: list });
    }
    const ofBob = ['Wallhacker', 'Sees all', 'Sees through', 'canary', BOB.steamId, ...BOB_KEYS];
    expect(await left('Wallhacker')).not.toEqual([]);
    await erase(bob);
    expect((await left(...ofBob)).map(tableOf)).toEqual([]);
  },
);

/** How many statements it takes to remove so many bans, of people who were seen later. */
async function cleaned(bans: number): Promise<number> {
  const { db } = here.deps;
  await here.fill(list, bans);
  for (let n = 0; n < bans; n += 1) {
    const steamId = String(76_561_190_000_000_000n + BigInt(n));
    await seen({ steamId, ip: EVE.ip, name: `P${n}` });
  }
  await sql`update paged_bans set key_status = 'revoked', key_changed_at = 0`.execute(db);
  let statements = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await cleanBans({ ...here.deps, db: counting });
  expect(await db.selectFrom('ban_keys').selectAll().execute()).toEqual([]);
  return statements;
}

it('whose the bans were that go is found out for many as for few: the log is long where they are', async () => {
  await here.post(`banlist/${list}`, { keep_inactive: false });
  expect(await cleaned(40)).toBe(await cleaned(4));
});

it('the log is read from its begin once for all that go, however many parts they go in', async () => {
  const { db } = here.deps;
  await here.post(`banlist/${list}`, { keep_inactive: false });
  // One goes with the first part, one with the last.
  const ban = (digit: string, { steamId }: typeof BOB) =>
    here.ban(list, { kind: 'identity', steam_id: steamId }, { ban_id: digit.repeat(24) });
  await ban('0', BOB);
  await ban('f', EVE);
  await here.fill(list, 600, 1_000);
  const people = [await seen(BOB), await seen(EVE)];
  await sql`update paged_bans set key_status = 'revoked', key_changed_at = 0`.execute(db);
  let readings = 0;
  const watching = db.withPlugin({
    transformQuery: ({ node }) => {
      const text = JSON.stringify(node);
      if (text.includes('join event_personal') && /\/bans\W+0\W/.test(text)) readings += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await cleanBans({ ...here.deps, db: watching });
  expect(await db.selectFrom('ban_keys').selectAll().execute()).toEqual([]);
  expect(readings).toBe(1);
  const { rows: told } = await sql<{ subject: string; n: number }>`
    select p.subject, count(*)::int as n from event_personal p
    where p.stream = ${resourceStream('bans', list)} and p.subject = any(${people}::text[])
    group by p.subject
  `.execute(db);
  // Each was told as it was added, and as it went.
  expect(told.map(({ n }) => n)).toEqual([2, 2]);
});

it('what is told of a ban between both is about them, too, and so many are found out at once', async () => {
  const { db } = here.deps;
  const bans: string[] = [];
  for (const { steamId } of [BOB, EVE]) {
    bans.push(await here.ban(list, { kind: 'identity', steam_id: steamId }));
  }
  const people = [await seen(BOB), await seen(EVE)];
  const [first = '', second = ''] = bans.toSorted();
  const of = sql`owner_id = ${list}`;
  const ahead = await nameAhead(db, list, of, true, 1);
  expect([[...ahead.things.keys()], ahead.last]).toEqual([[first], first]);
  const rest = await nameAhead(db, list, sql`${of} and id > ${first}`, true, 2);
  expect([[...rest.things.keys()], rest.last]).toEqual([[second], null]);
  for (const ban of bans) await here.post(`banlist/${list}/bans/${ban}`, { reason: 'Edited' });
  const { rows } = await sql<{ data: unknown }>`
    select data from paged_bans order by id
  `.execute(db);
  const read = rows.map(({ data }) => PAGED_ROW.bans.parse(data));
  const named = await db.transaction().execute((trx) => namedAtLast(trx, list, read, ahead));
  expect(named.map(({ person_id }) => person_id).toSorted()).toEqual(people.toSorted());
  const { rows: left } = await sql`
    select p.seq from event_personal p join event_log e using (stream, seq)
    where p.stream = ${resourceStream('bans', list)} and p.subject = ''
  `.execute(db);
  expect(left).toEqual([]);
});

it('a kick by a ban, a report and what speaks for it go with them', async () => {
  await here.post(`banlist/${list}`, { public: true });
  const bob = await seen(BOB);
  const ban = await here.ban(list, { kind: 'person', muster_id: bob, addresses: true });
  await here.post(`banlist/${list}/bans/${ban}/evidence/link`, {
    evidence_id: newId(time.now),
    url: 'https://example.org/canary-clip',
  });
  await here.post(`banlist/${list}/bans/${ban}/evidence/upload`, {
    evidence_id: newId(time.now),
    name: 'canary-notes.txt',
    content: Buffer.from('the canary of a text').toString('base64'),
  });
  await change({ ...here.deps, now: time.now }, async (made) => {
    const told = { target: { id: bob, name: BOB.name }, text: 'canary-kick' };
    made.audit({ resource: `banlist/${list}`, action: 'bans.enforce', detail: { ban }, told });
  });
  expect(await left('canary')).not.toEqual([]);
  await erase(bob);
  expect(await left(BOB.steamId, BOB.ip, BOB.name, 'canary', ...BOB_KEYS)).toEqual([]);
});
