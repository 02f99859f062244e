/** A list of one installation holds at another: shared by a link, read over HTTPS, ended by either side. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fillBanNames } from '../../src/host/bans/store.ts';
import { pruneChanges } from '../../src/host/federation/changes.ts';
import { newId } from '../../src/host/store/ids.ts';
import { problem } from '../../src/protocol/problem.ts';
import { codeOf, createTestAccount } from '../support/accounts.ts';
import { bySteam, Installation, Time } from './installations.ts';

const BOB = '76561190000000001';
const EVE = '76561190000000002';

const time = new Time();
let there: Installation;
let here: Installation;
let theirs: string;
let own: string;

beforeAll(async () => {
  there = await Installation.start(time);
  here = await Installation.start(time);
});
afterAll(async () => {
  await here.stop();
  await there.stop();
});
beforeEach(async () => {
  theirs = await there.newList('Theirs');
  own = await here.newList('Own');
});

async function later(remote: string) {
  time.pass(60_000);
  await here.pull(remote);
}

it('a ban that is made there holds here, and one that is revoked there holds no more', async () => {
  const bob = await there.ban(theirs, bySteam(BOB));
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  expect(await here.keysOf(remote)).toEqual([
    [expect.stringMatching(/^battleye /), `steam ${BOB}`],
  ]);
  await there.ban(theirs, bySteam(EVE));
  await there.post(`banlist/${theirs}/bans/${bob}/status`, { status: 'REVOKED' });
  await later(remote);
  expect(await here.keysOf(remote)).toEqual([
    [expect.stringMatching(/^battleye /), `steam ${EVE}`],
  ]);
  expect(await here.remotes(own)).toMatchObject([
    { id: remote, identifier: 'Theirs', origin: there.origin, bans: 1, state: 'current' },
  ]);
  expect(await there.shares(theirs)).toMatchObject([{ origin: here.origin, until: null }]);
});

it('a ban that is in force is kept to be told however old it is, and what is gone is forgotten', async () => {
  const bob = await there.ban(theirs, bySteam(BOB));
  const eve = await there.ban(theirs, bySteam(EVE));
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  const { db, clock } = there.deps;
  await sql`delete from paged_bans where id = ${eve}`.execute(db);
  await later(remote);
  await pruneChanges(db, clock() + 31 * 86_400_000);
  const left = await db.selectFrom('ban_changes').select('ban_id').execute();
  expect(left.map(({ ban_id }) => ban_id)).toContain(bob);
  expect(left.map(({ ban_id }) => ban_id)).not.toContain(eve);
});

it('what bans are found by is filled in without a word to whoever follows them', async () => {
  await there.share(theirs);
  const bob = await there.ban(theirs, bySteam(BOB));
  const eve = await there.ban(theirs, { ...bySteam(EVE), name: 'Gr13f3r' });
  const { db } = there.deps;
  await sql`update ban_changes set number = 1, numbered_at = 1`.execute(db);
  const changes = async () =>
    (await db.selectFrom('ban_changes').selectAll().orderBy('ban_id').execute()).filter(
      ({ banlist_id }) => banlist_id === theirs,
    );
  const before = await changes();
  expect(before.map(({ ban_id, number }) => [ban_id, number !== null])).toEqual(
    [bob, eve].toSorted().map((id) => [id, true]),
  );
  await sql`update paged_bans set folded = ''`.execute(db);
  await fillBanNames(db);
  expect(await changes()).toEqual(before);
  const filled = sql`select from paged_bans where folded like '%griefer%'`;
  expect((await filled.execute(db)).rows).toHaveLength(1);
  // What is another ban is told, and it alone.
  await there.post(`banlist/${theirs}/bans/${bob}/status`, { status: 'REVOKED' });
  const due = (await changes()).filter(({ number }) => number === null);
  expect(due.map(({ ban_id }) => ban_id)).toEqual([bob]);
});

it('neither names nor descriptions nor who banned go over, and of addresses only what both chose', async () => {
  const address = { kind: 'address', address: '192.0.2.7' };
  await there.ban(theirs, bySteam(BOB), { description: 'canary-description' });
  await there.ban(theirs, address);
  await there.obeys(theirs);
  const remotes = [];
  for (const [shared, taken] of [
    [true, true],
    [true, false],
    [false, true],
  ] as const) {
    const list = await here.newList('Own');
    const remote = await here.follow(list, await there.share(theirs, shared), taken);
    await here.pull(remote);
    remotes.push(await here.keysOf(remote));
  }
  const [both, ...others] = remotes;
  expect(both).toHaveLength(2);
  expect(both?.flat()).toContainEqual(expect.stringMatching(/^net32 /));
  for (const keys of others) expect(keys).toEqual([[expect.anything(), `steam ${BOB}`]]);
  const { rows } = await sql<{ all: string }>`
    select coalesce(string_agg(data::text, ''), '') as all from paged_bans where owner_id <> ${own}
  `.execute(here.deps.db);
  for (const told of ['canary-description', 'Bob', there.owner.id]) {
    expect(rows[0]?.all).not.toContain(told);
  }
});

it('a link is used once; whoever used it may say so again', async () => {
  const link = await there.share(theirs);
  const body = { remote_id: 'a'.repeat(24), link, addresses: false };
  const path = `banlist/${own}/remotes`;
  await here.post(path, body);
  await here.post(path, body);
  expect(await here.remotes(own)).toHaveLength(1);
  const third = await Installation.start(time);
  const list = await third.newList('Third');
  const refused = await third.owner.browser.post(`/app/v1/banlist/${list}/remotes`, body);
  expect(codeOf(refused)).toBe('share-link-refused');
  await third.stop();
});

it('a link that one list has used is used for all lists of that installation', async () => {
  const link = await there.share(theirs);
  const remote = await here.follow(own, link);
  await here.pull(remote);
  const follows = async (list: string) =>
    codeOf(
      await here.owner.browser.post(`/app/v1/banlist/${list}/remotes`, {
        remote_id: newId(time.now),
        link,
        addresses: false,
      }),
    );
  expect(await follows(await here.newList('Other'))).toBe('share-link-refused');
  expect(await follows(own)).toBe('already-followed');
  // Also before the other side knows that it is followed no more.
  there.way.cut();
  await here.post(`banlist/${own}/remotes/${remote}/remove`);
  there.way.heal();
  expect(await follows(own)).toBe('share-link-refused');
});

it('shares with another installation what whoever shares it may see, and nothing else', async () => {
  const mate = await createTestAccount(there.app, there.deps);
  const team = newId(time.now);
  await there.post('teams/create', { group_id: team, identifier: 'Watch' });
  const role_id = newId(time.now);
  const permissions = ['team.view', 'banlist.view', 'banlist.modify'];
  await there.post(`team/${team}/roles`, { role_id, name: 'Mate', colour: '#336699', permissions });
  const invite_id = newId(time.now);
  await there.post(`team/${team}/invites`, { invite_id, muster_id: mate.id, role_id });
  await mate.browser.post(`/app/v1/@me/group-invites/${invite_id}/answer`, { accept: true });
  await there.post(`banlist/${theirs}/move`, { to: { kind: 'team', id: team } });
  const share = async (by: typeof mate, addresses: boolean, share_id = newId(time.now)) => {
    const body = { share_id, addresses };
    return problem.safeParse(
      (await by.browser.post(`/app/v1/banlist/${theirs}/shares`, body)).json(),
    ).data?.needs;
  };
  expect(await share(mate, false)).toEqual(['banlist.list']);
  expect(await share(there.owner, true)).toEqual(['server.view.personal']);
  await there.obeys(theirs);
  const share_id = newId(time.now);
  expect(await share(there.owner, true, share_id)).toBeUndefined();
  // Not by asking for the link again that somebody else has made, either.
  await there.post(`team/${team}/roles/${role_id}`, {
    permissions: [...permissions, 'banlist.list'],
  });
  expect(await share(mate, false)).toBeUndefined();
  expect(await share(mate, false, share_id)).toEqual(['server.view.personal']);
});

it('a list of another installation is nobody’s, whatever the list is called that follows it', async () => {
  const team = newId(time.now);
  await here.post('teams/create', { group_id: team, identifier: 'Watch' });
  const owner = { kind: 'account', id: here.owner.id };
  await here.post('banlists/create', { banlist_id: team, identifier: 'Own', owner });
  const remote = await here.follow(team, await there.share(theirs));
  const { rows } = await sql`
    select from rights where resource = ${`banlist/${remote}`}
  `.execute(here.deps.db);
  expect(rows).toEqual([]);
});

it('is not taken off as a list of this installation is', async () => {
  const remote = await here.follow(own, await there.share(theirs));
  await here.post(`banlist/${own}/follows/${remote}/remove`);
  const { rows } = await sql`
    select from ban_list_follows where followed_id = ${remote}
  `.execute(here.deps.db);
  expect(rows).toHaveLength(1);
});

it('an id that another list has is not taken for a list of another installation', async () => {
  const body = { remote_id: own, link: await there.share(theirs), addresses: false };
  const answer = await here.owner.browser.post(`/app/v1/banlist/${own}/remotes`, body);
  expect(codeOf(answer)).toBe('not-found');
});

it('who shares can end it: nothing of the list is left here', async () => {
  await there.ban(theirs, bySteam(BOB));
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  const [share] = await there.shares(theirs);
  await there.post(`banlist/${theirs}/shares/${share?.id}/remove`);
  await later(remote);
  expect(await here.remotes(own)).toMatchObject([{ state: 'ended', bans: 0 }]);
  const follows = await sql`select from ban_list_follows where followed_id = ${remote}`.execute(
    here.deps.db,
  );
  expect(follows.rows).toEqual([]);
  await here.post(`banlist/${own}/remotes/${remote}/remove`);
  expect(await here.remotes(own)).toEqual([]);
});

it('nothing of a list is ended by way of another', async () => {
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  const [share] = await there.shares(theirs);
  await there.post(`banlist/${await there.newList('Other')}/shares/${share?.id}/remove`);
  await here.post(`banlist/${await here.newList('Other')}/remotes/${remote}/remove`);
  await later(remote);
  expect([await there.shares(theirs), await here.remotes(own)]).toMatchObject([
    [{ id: share?.id }],
    [{ id: remote, state: 'current' }],
  ]);
});

it('a list that can be followed no more is ended at the other side, too', async () => {
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  await there.post(`banlist/${theirs}`, { allow_followers: false });
  await later(remote);
  expect(await here.remotes(own)).toMatchObject([{ state: 'ended' }]);
});

it('who follows can end it, also while the other side is away, which is told when it is back', async () => {
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  there.way.cut();
  await here.post(`banlist/${own}/remotes/${remote}/remove`);
  expect(await here.remotes(own)).toEqual([]);
  await later(remote);
  expect(await there.shares(theirs)).toHaveLength(1);
  there.way.heal();
  time.pass(3_600_000);
  await here.pull(remote);
  expect(await there.shares(theirs)).toEqual([]);
});

it('while the other side is away its bans go on to hold, and the list says since when', async () => {
  await there.ban(theirs, bySteam(BOB));
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  there.way.cut();
  await later(remote);
  expect(await here.remotes(own)).toMatchObject([
    { state: 'failing', cause: 'unreachable', failing_since: time.now, bans: 1 },
  ]);
  there.way.heal();
  await here.post(`banlist/${own}/remotes/${remote}/now`);
  await here.pull(remote);
  expect(await here.remotes(own)).toMatchObject([{ state: 'current', failing_since: null }]);
});
