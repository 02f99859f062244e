/** What a ban tells of players: no more than whoever reads or makes it may see of them. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import { createTestServer } from '../../../tests/support/accounts.ts';
import { CALLS } from '../../protocol/calls.ts';
import type { RolePermission, ServerPermission } from '../../protocol/permissions.ts';
import { grant, serverResource } from '../access/grants.ts';
import { identify } from '../players/identify.ts';
import { identitiesOf, identityKey } from '../players/identities.ts';

const STEAM = '76561190000000001';

let groups: TestGroups;
let ada: Person;
let ben: Person;
let team: string;
let list: string;
let server: string;

beforeAll(async () => {
  groups = await TestGroups.open({ plans: true });
});
afterAll(() => groups.close());

beforeEach(async () => {
  [ada, ben] = [await groups.person(), await groups.person()];
  team = await groups.found(ada, 'team');
  list = await newList({ kind: 'account', id: ada.id });
  server = await newServer();
});

const fresh = () => groups.fresh();
const db = () => groups.test.deps.db;
const does: TestGroups['does'] = (...asked) => groups.does(...asked);

async function newList(owner: object, by = ada): Promise<string> {
  const banlist_id = fresh();
  const answer = await does(by, 'banlists/create', { banlist_id, identifier: 'Watch', owner });
  if (answer !== 'done') throw new Error(answer);
  return banlist_id;
}

async function newServer(): Promise<string> {
  const { deps } = groups.test;
  return createTestServer(deps, ada.id);
}

const who = { kind: 'identity', steam_id: STEAM, name: 'Bob' };
const asked = (of: object = {}) => ({
  ban_id: fresh(),
  who,
  reason: 'Griefing',
  minutes: null,
  ...of,
});
const ban = (of: object = {}, by = ada, on = list) =>
  does(by, `banlist/${on}/bans/create`, asked(of));
async function banned(of: object = {}, on = list): Promise<string> {
  const body = asked(of);
  const answer = await does(ada, `banlist/${on}/bans/create`, body);
  if (answer !== 'done') throw new Error(answer);
  return body.ban_id;
}
const page = async (by = ada, query = '', on = list) => {
  const answer = await by.browser.get(`/app/v1/banlist/${on}/bans?${query}`);
  return CALLS.bansPage.answer.parse(answer.json());
};
const read = async (id: string, by = ada) => {
  const answer = await by.browser.get(`/app/v1/banlist/${list}/bans/${id}`);
  return CALLS.banRead.answer.parse(answer.json());
};
/** Somebody who was on the server, from an address; answers their id. */
async function seen(steamId: string, ip: string, name = 'Bob'): Promise<string> {
  const identities = identitiesOf({ steamId, guid: null, bohemiaId: null });
  const known = await identify(db(), [{ identities, name }], groups.test.deps.clock());
  const muster_id = known.get(identityKey(identities[0]!)) ?? '';
  await sql`
    insert into play_sessions (id, server_id, muster_id, name, joined_at, joined_before, verified, lobby, steam_id, ip, port)
    values (${fresh()}, ${server}, ${muster_id}, ${name}, ${groups.test.deps.clock()}, false, true, false, ${steamId}, ${ip}, 1)
  `.execute(db());
  return muster_id;
}

/** Shares the server. */
const sees = (who_: Person, permissions: readonly ServerPermission[]) =>
  grant(db(), who_.id, serverResource(server), permissions, null, 0);

async function bansOf(muster_id: string, by: Person) {
  const answer = await by.browser.get(`/app/v1/players/${muster_id}/bans`);
  return CALLS.personBans.answer.parse(answer.json()).bans;
}

/** Somebody with a role of the team that holds these. */
async function mate(permissions: readonly RolePermission[]) {
  const who_ = await groups.person();
  const role = await groups.role(permissions, { by: ada, of: team });
  await groups.member(who_, role, { by: ada, of: team });
  return who_;
}

it('a ban tells whoever makes it no identities of a person of whom they see but the name', async () => {
  const muster_id = await seen(STEAM, '192.0.2.7');
  await sees(ben, ['server.view']);
  const own = await newList({ kind: 'account', id: ben.id }, ben);
  const person = { who: { kind: 'person', muster_id } };
  expect(await ban(person, ben, own)).toBe('done');
  const none = { steam_id: null, guid: null, bohemia_id: null };
  expect((await page(ben, '', own)).rows).toMatchObject([
    { person_id: muster_id, name: 'Bob', ...none },
  ]);
});

it('a ban names who is known by an identity, typed or of a file, for whoever may find them by it', async () => {
  const muster_id = await seen(STEAM, '192.0.2.7');
  const [guid] = identitiesOf({ steamId: STEAM, guid: null, bohemiaId: null });
  const own = await newList({ kind: 'account', id: ben.id }, ben);
  const named = async (by: Person, on: string) => {
    const bans = [{ banned: guid, reason: 'Cheating', until: null }];
    await does(by, `banlist/${on}/bans/import`, { bans });
    expect(await ban({}, by, on)).toBe('done');
    return (await page(by, '', on)).rows.map(({ person_id }) => person_id);
  };
  await sees(ben, ['server.view']);
  expect(await named(ben, own)).toEqual([null, null]);
  expect(await named(ada, list)).toEqual([muster_id, muster_id]);
});

it('a ban is found with its person by nobody who does not see them, and by no identity that one does not see', async () => {
  const muster_id = await seen(STEAM, '192.0.2.7');
  const own = await newList({ kind: 'account', id: ben.id }, ben);
  await ban({}, ben, own);
  const unseen = await ben.browser.get(`/app/v1/players/${muster_id}/bans`);
  expect(unseen.statusCode).toBe(404);
  await sees(ben, ['server.view']);
  expect(await bansOf(muster_id, ben)).toEqual([]);
  await sees(ben, ['server.view.personal']);
  expect(await bansOf(muster_id, ben)).toMatchObject([{ ban: { steam_id: STEAM } }]);
});

it('a ban leads to the profile of its person where the account may open it', async () => {
  list = await newList({ kind: 'team', id: team });
  const cid = await mate(['banlist.view', 'banlist.list']);
  const muster_id = await seen(STEAM, '192.0.2.7');
  const id = await banned({ who: { kind: 'person', muster_id } });
  expect([(await read(id)).profile, (await read(id, cid)).profile]).toEqual([true, false]);
});

it('a ban is told to nobody who may not read it, and stands in the protocol with whom and by whom', async () => {
  const id = await banned();
  const protocol = await ada.browser.get(`/app/v1/banlist/${list}/ban-list-audit?thing=${id}`);
  expect(CALLS.banListAuditPage.answer.parse(protocol.json()).rows).toMatchObject([
    { action: 'bans.add', actor_id: ada.id, target_name: 'Bob', text: 'Griefing' },
  ]);
  expect(await ban({}, ben)).toBe('not-found');
});
