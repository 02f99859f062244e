/** What a demo that is started as usual has of teams and organizations; its game servers need not run for that. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCommunity } from '../../src/cli/demo/community.ts';
import { FLEET } from '../../src/cli/demo/fleet.ts';
import { letIn, makePeople, type DemoPeople } from '../../src/cli/demo/people.ts';
import { grantedServers } from '../../src/host/access/grants.ts';
import { grantOwners } from '../../src/host/servers/grant-owners.ts';
import {
  GROUP_INVITE_ROWS,
  ORGANIZATION_MEMBER_ROWS,
  ORGANIZATION_TEAM_ROWS,
  TEAM_INVITE_ROWS,
  TEAM_MEMBER_ROWS,
  TEAM_ROLE_ROWS,
} from '../../src/host/groups/rows.ts';
import { DEMO_ACCOUNT } from '../../src/protocol/account/demo.ts';
import { createTestServer } from '../support/accounts.ts';
import { createTestDeps, type TestDeps } from '../support/host.ts';

let test: TestDeps;
let people: DemoPeople;
let servers: readonly string[];

beforeAll(async () => {
  test = await createTestDeps();
  const { deps } = test;
  await grantOwners({ ...deps, now: deps.clock() });
  people = await makePeople(deps.db, deps.secrets, deps.clock());
  const made: string[] = [];
  for (const [at, { identifier }] of FLEET.entries()) {
    const server = { identifier, host: `demo${at}.test` };
    made.push(await createTestServer(deps, people.owner, server));
  }
  servers = made;
  await letIn(deps.db, people, servers, deps.clock());
  await makeCommunity(deps, people, FLEET, servers);
});
afterAll(() => test.close());

const groupsOf = (kind: 'team' | 'organization') =>
  test.deps.db
    .selectFrom('groups')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('identifier')
    .execute();
const read = <T>(rows: { read: (trx: never, id: string, ids: null) => Promise<T> }, id: string) =>
  test.deps.db.transaction().execute((trx) => rows.read(trx as never, id, null));

it('is an organization with two teams, each with roles, members and servers', async () => {
  const organizations = await groupsOf('organization');
  expect(organizations.map(({ identifier }) => identifier)).toEqual(['Iron Harbour']);
  const organization = organizations[0]?.id ?? '';
  const teams = await groupsOf('team');
  expect(teams.map((team) => [team.identifier, team.organization_id])).toEqual([
    ['Night Watch', organization],
    ['Rust Crew', organization],
  ]);
  const told = await read(ORGANIZATION_TEAM_ROWS, organization);
  for (const { identifier, servers: of, members, roles } of told) {
    expect({ identifier, of: of > 0, members: members > 1, roles: roles > 2 }).toEqual({
      identifier,
      of: true,
      members: true,
      roles: true,
    });
  }
  expect(await read(ORGANIZATION_MEMBER_ROWS, organization)).toHaveLength(2);
});

it('shows what roles are: above and below each other, with somebody in them who was here at some time', async () => {
  const [watch] = await groupsOf('team');
  const roles = await read(TEAM_ROLE_ROWS, watch?.id ?? '');
  const order = roles.toSorted((a, b) => a.hierarchy - b.hierarchy).map(({ name }) => name);
  expect(order).toEqual(['Owner', 'Head admin', 'Moderator', 'Helper']);
  const members = await read(TEAM_MEMBER_ROWS, watch?.id ?? '');
  expect(members.map(({ role }) => role).toSorted()).toEqual(order.toSorted());
  expect(members.every(({ last_seen }) => last_seen === null)).toBe(false);
});

it('has an invitation that waits, for whoever enters as a player', async () => {
  const [watch] = await groupsOf('team');
  const asked = await read(TEAM_INVITE_ROWS, watch?.id ?? '');
  expect(asked.filter(({ state }) => state === 'pending')).toMatchObject([
    { to_name: DEMO_ACCOUNT.player.displayName, role: 'Helper' },
  ]);
  expect(await read(GROUP_INVITE_ROWS, people.player)).toMatchObject([
    { kind: 'team', identifier: 'Night Watch' },
  ]);
});

it('has one server that is restricted, with a reason, and lets its people see no more by their roles', async () => {
  const restricted = await test.deps.db
    .selectFrom('servers')
    .select(['id', 'restricted_reason'])
    .where('restricted', '=', true)
    .execute();
  expect(restricted).toEqual([
    { id: servers.at(-1), restricted_reason: 'Reported by its players' },
  ]);
  const sees = async (who: string) => (await grantedServers(test.deps.db, who)).size;
  expect(servers).toHaveLength(24);
  expect(await sees(people.player)).toBe(3);
  expect(await sees(people.owner)).toBe(24);
});
