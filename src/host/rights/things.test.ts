/** Who may do what with teams, organizations, ban lists and buckets, both ways round. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import { createTestServer } from '../../../tests/support/accounts.ts';
import {
  BAN_LIST_PERMISSION,
  BUCKET_PERMISSION,
  TEAM_PERMISSION,
} from '../../protocol/permissions.ts';
import {
  banListRights,
  bucketRights,
  personRights,
  teamRights,
} from '../../protocol/rights/calls.ts';
import { serverInfo } from '../../protocol/servers/calls.ts';
import { grant, serverResource } from '../access/grants.ts';

let groups: TestGroups;
let ada: Person;
let ben: Person;
let cid: Person;
let team: string;
let list: string;
let bucket: string;
let server: string;

beforeAll(async () => {
  groups = await TestGroups.open();
  [ada, ben, cid] = [await groups.person(), await groups.person(), await groups.person()];
  team = await groups.found(ada, 'team');
  const role = await groups.role(['team.members.list', 'banlist.view', 'banlist.list'], {
    by: ada,
    of: team,
    name: 'Reader',
  });
  await groups.member(ben, role, { by: ada, of: team });
  const owner = { kind: 'team', id: team };
  list = groups.fresh();
  await made('banlists/create', { banlist_id: list, identifier: 'Known', owner });
  bucket = groups.fresh();
  const regulars = { bucket_id: bucket, type: 'WHITELIST', identifier: 'Regulars' };
  await made('buckets/create', { ...regulars, owner: { kind: 'account', id: ada.id } });
  const { deps } = groups.test;
  server = await createTestServer(deps, ada.id);
  await made(`bucket/${bucket}/servers`, { server_id: server });
  const shown = ['server.view', 'server.view.info', 'server.whitelist.view'] as const;
  await grant(deps.db, cid.id, serverResource(server), shown, ada.id, deps.clock());
});
afterAll(() => groups.close());

async function made(path: string, body: Record<string, unknown>): Promise<void> {
  expect([path, await groups.does(ada, path, body)]).toEqual([path, 'done']);
}

const asked = async (by: Person, path: string) => (await by.browser.get(`/app/v1/${path}`)).json();

/** Who may do it, with how much, by what. */
async function whoMay(path: string) {
  const { people } = teamRights.answer.parse(await asked(ada, path));
  return Object.fromEntries(
    people.map(({ muster_id, ways }) => [
      muster_id,
      ways.map(({ via, role, permissions }) => [via, role?.name ?? null, permissions.length]),
    ]),
  );
}

it('names everybody by their role in a team', async () => {
  expect(await whoMay(`team/${team}/rights`)).toEqual({
    [ada.id]: [['role', 'Owner', TEAM_PERMISSION.length]],
    [ben.id]: [['role', 'Reader', 1]],
  });
});

it('names who may do what with a ban list of a team', async () => {
  const path = banListRights.path.replace(':banlist_id', list).replace('/app/v1/', '');
  expect(await whoMay(path)).toEqual({
    [ada.id]: [['role', 'Owner', BAN_LIST_PERMISSION.length]],
    [ben.id]: [['role', 'Reader', 2]],
  });
  expect(Object.keys(await whoMay(`${path}?permission=banlist.modify`))).toEqual([ada.id]);
});

it('names who may do what with a bucket, also by what they may on a server that uses it', async () => {
  const path = bucketRights.path.replace(':bucket_id', bucket).replace('/app/v1/', '');
  const people = await whoMay(path);
  expect(people[ada.id]).toContainEqual(['owner', null, BUCKET_PERMISSION.length]);
  expect(people[cid.id]).toEqual([['shared', null, 1]]);
  expect(people[ben.id]).toBeUndefined();
});

it('tells where somebody may do what, of what one sees the people of', async () => {
  const of = async (by: Person, who: Person) => {
    const told = personRights.answer.safeParse(await asked(by, `rights/${who.id}`));
    return told.data?.things.map(({ kind, identifier }) => `${kind} ${identifier}`);
  };
  expect(await of(ada, ben)).toEqual(['team Watch', 'banlist Known']);
  expect(await of(ben, ben)).toEqual(['team Watch', 'banlist Known']);
  // Who reads a ban list alone is not told who else may do what with it.
  expect(await of(ben, ada)).toEqual(['team Watch']);
  expect(await of(ada, cid)).toEqual(['bucket Regulars']);
  expect(await of(cid, ben)).toBeUndefined();
});

it('tells where a server is to whoever may know it, and no password', async () => {
  const told: unknown = await asked(cid, `server/${server}/info`);
  expect(serverInfo.answer.strict().parse(told)).toMatchObject({
    game_port: 2302,
    rcon_port: 2306,
  });
  expect(await groups.does(ben, `server/${server}/info`)).not.toBe('done');
});
