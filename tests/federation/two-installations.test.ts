/** A list of one installation holds at another: shared by a link, read over HTTPS, ended by either side. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { identify } from '../../src/host/players/identify.ts';
import { erasePerson } from '../../src/host/players/erase.ts';
import { identitiesOf, identityKey } from '../../src/host/players/identities.ts';
import { codeOf } from '../support/accounts.ts';
import { Installation, Time } from './installations.ts';

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

const bySteam = (steam_id: string) => ({ kind: 'identity', steam_id, name: 'Bob' });

async function keysOf(remote: string) {
  const { rows } = await sql<{ keys: string[] }>`
    select array_agg(k.key order by k.key) as keys
    from paged_bans b join ban_keys k on k.ban_id = b.id
    where b.owner_id = ${remote} and b.key_status = 'active' group by b.id order by 1
  `.execute(here.deps.db);
  return rows.map(({ keys }) => keys);
}

async function later(remote: string) {
  time.pass(60_000);
  await here.pull(remote);
}

it('a ban that is made there holds here, and one that is revoked there holds no more', async () => {
  const bob = await there.ban(theirs, bySteam(BOB));
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  expect(await keysOf(remote)).toEqual([[expect.stringMatching(/^battleye /), `steam ${BOB}`]]);
  await there.ban(theirs, bySteam(EVE));
  await there.post(`banlist/${theirs}/bans/${bob}/status`, { status: 'REVOKED' });
  await later(remote);
  expect(await keysOf(remote)).toEqual([[expect.stringMatching(/^battleye /), `steam ${EVE}`]]);
  expect(await here.remotes(own)).toMatchObject([
    { id: remote, identifier: 'Theirs', origin: there.origin, bans: 1, state: 'current' },
  ]);
  expect(await there.shares(theirs)).toMatchObject([{ origin: here.origin, until: null }]);
});

it('neither names nor descriptions nor who banned go over, and of addresses only what both chose', async () => {
  const address = { kind: 'address', address: '192.0.2.7' };
  await there.ban(theirs, bySteam(BOB), { description: 'canary-description' });
  await there.ban(theirs, address);
  const remotes = [];
  for (const [shared, taken] of [
    [true, true],
    [true, false],
    [false, true],
  ] as const) {
    const list = await here.newList('Own');
    const remote = await here.follow(list, await there.share(theirs, shared), taken);
    await here.pull(remote);
    remotes.push(await keysOf(remote));
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

it('an erased person goes from both, and erased here they do not come back', async () => {
  await there.ban(theirs, bySteam(BOB));
  await there.ban(theirs, bySteam(EVE));
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  const erase = async (at: Installation, steamId: string) => {
    const known = identitiesOf({ guid: null, steamId, bohemiaId: null });
    const person = await identify(at.deps.db, [{ identities: known, name: 'Bob' }], time.now);
    const id = person.get(identityKey(known[0]!)) ?? '';
    await erasePerson({ ...at.deps, now: time.now }, id, () => undefined);
  };
  await erase(there, BOB);
  await erase(here, EVE);
  await later(remote);
  await sql`update remote_lists set epoch = null, cursor = 0, whole = true`.execute(here.deps.db);
  await later(remote);
  expect(await keysOf(remote)).toEqual([]);
});
