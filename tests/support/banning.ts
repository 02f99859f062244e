/** Bans, as people make them by the calls. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { CALLS } from '../../src/protocol/calls.ts';
import type { RolePermission, ServerPermission } from '../../src/protocol/permissions.ts';
import { grant, serverResource } from '../../src/host/access/grants.ts';
import { identify } from '../../src/host/players/identify.ts';
import { identitiesOf, identityKey } from '../../src/host/players/identities.ts';
import { createTestServer } from './accounts.ts';
import { TestGroups, type Person } from './groups.ts';

export const STEAM = '76561190000000001';

export let groups: TestGroups;
export let ada: Person;
export let ben: Person;
export let team: string;
export let list: string;
export let server: string;

/** A database for the file, and for each test: Ada with a list of her own, a team and a server, and Ben with nothing. */
export function eachBansAnew(): void {
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
}

/** The list that is meant from now on. */
export function useList(id: string): void {
  list = id;
}

export const fresh = () => groups.fresh();
export const db = () => groups.test.deps.db;
export const does: TestGroups['does'] = (...asked) => groups.does(...asked);

/** It was not refused. */
export async function done(answer: Promise<string>): Promise<void> {
  const said = await answer;
  if (said !== 'done') throw new Error(said);
}

export async function newList(owner: object, by = ada): Promise<string> {
  const banlist_id = fresh();
  const answer = await does(by, 'banlists/create', { banlist_id, identifier: 'Watch', owner });
  if (answer !== 'done') throw new Error(answer);
  return banlist_id;
}

export async function newServer(host = `${ada.id}.example.org`): Promise<string> {
  const { deps } = groups.test;
  return createTestServer(deps, ada.id, { host });
}

const who = { kind: 'identity', steam_id: STEAM, name: 'Bob' };
export const asked = (of: object = {}) => ({
  ban_id: fresh(),
  who,
  reason: 'Griefing',
  minutes: null,
  ...of,
});
export const ban = (of: object = {}, by = ada, on = list) =>
  does(by, `banlist/${on}/bans/create`, asked(of));
export async function banned(of: object = {}, on = list): Promise<string> {
  const body = asked(of);
  const answer = await does(ada, `banlist/${on}/bans/create`, body);
  if (answer !== 'done') throw new Error(answer);
  return body.ban_id;
}
export const page = async (by = ada, query = '', on = list) => {
  const answer = await by.browser.get(`/app/v1/banlist/${on}/bans?${query}`);
  return CALLS.bansPage.answer.parse(answer.json());
};
export const read = async (id: string, by = ada) => {
  const answer = await by.browser.get(`/app/v1/banlist/${list}/bans/${id}`);
  return CALLS.banRead.answer.parse(answer.json());
};
/** Somebody who was on the server, from an address; answers their id. */
export async function seen(steamId: string, ip: string, name = 'Bob'): Promise<string> {
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
export const sees = (who_: Person, permissions: readonly ServerPermission[]) =>
  grant(db(), who_.id, serverResource(server), permissions, null, 0);

export async function bansOf(muster_id: string, by: Person) {
  const answer = await by.browser.get(`/app/v1/players/${muster_id}/bans`);
  return CALLS.personBans.answer.parse(answer.json()).bans;
}

/** Somebody with a role of the team that holds these. */
export async function mate(permissions: readonly RolePermission[]) {
  const who_ = await groups.person();
  const role = await groups.role(permissions, { by: ada, of: team });
  await groups.member(who_, role, { by: ada, of: team });
  return who_;
}
