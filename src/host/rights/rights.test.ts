import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  accountDepsOf,
  createTestAccount,
  createTestServer,
} from '../../../tests/support/accounts.ts';
import {
  createTestApp,
  createTestDeps,
  type TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { problem } from '../../protocol/problem.ts';
import { personRights, serverOwner, serverRights } from '../../protocol/rights/calls.ts';
import { grant, serverResource } from '../access/grants.ts';
import { markSeen } from '../identity/seen.ts';
import { newId } from '../store/ids.ts';
import { rightsCalls } from './calls.ts';

let test: TestDeps;
let app: FastifyInstance;
let owner: { id: string; browser: TestBrowser };
let moderator: { id: string; browser: TestBrowser };
let teammate: { id: string; browser: TestBrowser };
let server: string;
let elsewhere: string;

beforeAll(async () => {
  test = await createTestDeps();
  const { deps } = accountDepsOf(test);
  app = await createTestApp(deps, rightsCalls);
  owner = await createTestAccount(app, deps);
  moderator = await createTestAccount(app, deps);
  teammate = await createTestAccount(app, deps);
  server = await createTestServer(deps, owner.id);
  elsewhere = await createTestServer(deps, teammate.id);
  const { db, clock } = deps;
  const kicks = ['server.view', 'server.action.kick'] as const;
  await grant(db, moderator.id, serverResource(server), kicks, owner.id, clock());
  await grant(db, moderator.id, serverResource(elsewhere), kicks, teammate.id, clock());
  const team = newId(clock());
  const role = newId(clock());
  await db
    .insertInto('groups')
    .values({
      id: team,
      kind: 'team',
      identifier: 'Night Watch',
      owner: owner.id,
      organization_id: null,
      created_at: clock(),
      deleting: null,
    })
    .execute();
  await db
    .insertInto('group_roles')
    .values({
      id: role,
      group_id: team,
      name: 'Moderator',
      colour: '#c0ffee',
      hierarchy: 1,
      is_owner: false,
      permissions: ['server.view', 'server.action.kick', 'team.view'],
      created_at: clock(),
    })
    .execute();
  await db
    .insertInto('group_members')
    .values({ group_id: team, account_id: teammate.id, role_id: role, since: clock() })
    .execute();
  await db
    .updateTable('servers')
    .set({ owner: team, owner_kind: 'team' })
    .where('id', '=', server)
    .execute();
});

afterAll(async () => {
  await app.close();
  await test.close();
});

const ofServer = async () =>
  serverRights.answer.parse((await owner.browser.get(`/app/v1/server/${server}/rights`)).json());

it('tells who may kick on a server, and through what', async () => {
  const { people } = await ofServer();
  const kick = people.flatMap(({ muster_id, ways }) =>
    ways.flatMap(({ via, role, permissions }) =>
      permissions.includes('server.action.kick') ? [{ muster_id, via, role: role?.name }] : [],
    ),
  );
  expect(kick).toEqual(
    expect.arrayContaining([
      { muster_id: owner.id, via: 'shared', role: undefined },
      { muster_id: moderator.id, via: 'shared', role: undefined },
      { muster_id: teammate.id, via: 'role', role: 'Moderator' },
    ]),
  );
  expect(kick).toHaveLength(3);
});

it('tells whom to ask for a right, also where the server is a team’s', async () => {
  const ownerOf = async (id: string) =>
    serverOwner.answer.parse((await moderator.browser.get(`/app/v1/server/${id}/owner`)).json())
      .muster_id;
  expect([await ownerOf(server), await ownerOf(elsewhere)]).toEqual([owner.id, teammate.id]);
});

it('tells of a role only what counts on a server', async () => {
  const { people } = await ofServer();
  const ways = people.find(({ muster_id }) => muster_id === teammate.id)?.ways;
  expect(ways).toMatchObject([
    { permissions: ['server.view', 'server.action.kick'], role: { group: 'Night Watch' } },
  ]);
});

it('tells since when somebody was not seen, to whom it tells of them', async () => {
  const { people } = await ofServer();
  const began = test.deps.clock();
  expect(people.every(({ seen_at }) => seen_at === began)).toBe(true);
  test.advance(60_000);
  await markSeen(test.deps.db, [moderator.id], test.deps.clock());
  const seen = new Map((await ofServer()).people.map((one) => [one.muster_id, one.seen_at]));
  expect(seen.get(moderator.id)).toBe(began + 60_000);
  expect(seen.get(teammate.id)).toBe(began);
});

it('tells where somebody may do what, of the servers whose people one manages', async () => {
  const answer = await owner.browser.get(`/app/v1/rights/${moderator.id}`);
  const { servers } = personRights.answer.parse(answer.json());
  expect(servers.map(({ server_id }) => server_id)).toEqual([server]);
});

it('tells of oneself everything, and of a stranger nothing', async () => {
  const { browser, id } = moderator;
  const own = personRights.answer.parse((await browser.get(`/app/v1/rights/${id}`)).json());
  expect(own.servers.map(({ server_id }) => server_id).toSorted()).toEqual(
    [server, elsewhere].toSorted(),
  );
  const other = await browser.get(`/app/v1/rights/${teammate.id}`);
  expect(problem.parse(other.json()).code).toBe('not-found');
});

it('tells who owns a server by its account', async () => {
  const answer = await teammate.browser.get(`/app/v1/server/${elsewhere}/rights`);
  const { people } = serverRights.answer.parse(answer.json());
  const own = people.find(({ muster_id }) => muster_id === teammate.id);
  expect(own?.ways.map(({ via }) => via)).toEqual(['owner']);
});

it('leaves out on the host who may not do what is asked for', async () => {
  const answer = await owner.browser.get(
    `/app/v1/server/${server}/rights?permission=server.delete`,
  );
  const { people } = serverRights.answer.parse(answer.json());
  expect(people.map(({ muster_id }) => muster_id)).toEqual([owner.id]);
});
