import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createTestApp,
  createTestDeps,
  type TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import {
  accountDepsOf,
  createTestAccount,
  createTestServer,
} from '../../../tests/support/accounts.ts';
import { problem } from '../../protocol/problem.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { PERSONNEL } from '../../protocol/personnel/resource.ts';
import { CALLS } from '../../protocol/calls.ts';
import { PAGED_CALLS } from '../../protocol/resources/paged-calls.ts';
import { pagedCalls } from '../resources/paged-calls.ts';
import { decideChange } from '../../domain/personnel/change.ts';
import { grant, serverPermissions, serverResource } from '../access/grants.ts';
import { toldCalls } from '../resources/told-calls.ts';
import { personnelSet } from './personnel-set.ts';
import { PERSONNEL_ROWS, personnelId } from './rows.ts';
import { sessionCalls } from '../session/calls.ts';

let test: TestDeps;
let app: FastifyInstance;
let server: string;
let owner: TestBrowser;
let ownerId: string;
let moderatorId: string;
let moderator: TestBrowser;

beforeAll(async () => {
  test = await createTestDeps();
  const { deps } = accountDepsOf(test);
  app = await createTestApp(deps, {
    ...sessionCalls,
    personnelSet,
    ...toldCalls({ personnel: PERSONNEL_ROWS }),
    ...pagedCalls,
  });
});

afterAll(async () => {
  await app.close();
  await test.close();
});

beforeEach(async () => {
  const { deps } = accountDepsOf(test);
  ({ browser: owner, id: ownerId } = await createTestAccount(app, deps));
  ({ browser: moderator, id: moderatorId } = await createTestAccount(app, deps));
  server = await createTestServer(deps, ownerId);
  // Rows come in the order of their moments.
  test.advance(1);
  await grant(deps.db, moderatorId, serverResource(server), ['server.view'], ownerId, deps.clock());
});

const path = () => `/app/v1/server/${server}/personnel`;
const held = (id: string) => serverPermissions(test.deps.db, id, server);
const codeOf = (answer: { json: () => unknown }) => problem.parse(answer.json()).code;

it('gives an account permissions, with the sight of the server among them', async () => {
  const answer = await owner.post(path(), {
    identifier: moderatorId,
    permissions: ['server.action.kick'],
  });
  expect(answer.json()).toMatchObject({ status: true, muster_id: moderatorId });
  expect(await held(moderatorId)).toEqual(['server.view', 'server.action.kick']);
  expect(test.publish.facts.filter(({ event }) => event === 'update').at(-1)).toMatchObject({
    stream: `account/${moderatorId}`,
    data: { reason: 'permissions' },
  });
  expect(test.publish.changedSubjects).toContain(moderatorId);

  const list = await owner.get(path());
  expect(list.json()).toMatchObject({
    rows: [
      { muster_id: ownerId, permissions: SERVER_PERMISSION, owner: true },
      { muster_id: moderatorId, permissions: ['server.view', 'server.action.kick'], owner: false },
    ],
  });
  const audit = await owner.get(`/app/v1/server/${server}/audit`);
  expect(PAGED_CALLS.auditPage.answer.parse(audit.json()).rows[0]).toMatchObject({
    actor_id: ownerId,
    action: 'personnel.set',
    things: [moderatorId, expect.any(String)],
    detail: { subject: moderatorId, given: ['server.action.kick'] },
  });
});

it('tells the rows that are others by now, and where it told them', async () => {
  const stream = `server/${server}/personnel`;
  const told = () => test.publish.facts.filter((fact) => fact.stream === stream);
  const set = async (permissions: readonly string[]) => {
    const answer = await owner.post(path(), { identifier: moderatorId, permissions });
    return CALLS.personnelSet.answer.parse(answer.json()).position;
  };
  const id = personnelId(server, moderatorId);
  const seeing: readonly string[] = ['server.view', 'server.view.feed'];
  const positions = [await set(seeing), await set(seeing), await set([])];
  expect(positions).toEqual([1, 1, 2]);
  const row = { id, muster_id: moderatorId, permissions: seeing, owner: false };
  expect(told()).toMatchObject([
    { event: 'row:put', data: { resource: 'personnel', server_id: server, row } },
    { event: 'row:gone', data: { resource: 'personnel', server_id: server, id } },
  ]);
});

it('takes everything where nothing is given', async () => {
  await owner.post(path(), { identifier: moderatorId, permissions: ['server.action.kick'] });
  await owner.post(path(), { identifier: moderatorId, permissions: [] });
  expect(await held(moderatorId)).toEqual([]);
  expect(codeOf(await moderator.get(path()))).toBe('not-found');
});

it('gives nothing back that somebody took after the editor had looked', async () => {
  const set = async (permissions: readonly string[], was?: readonly string[]) => {
    const answer = await owner.post(path(), { identifier: moderatorId, permissions, was });
    return answer.statusCode === 200 ? 'done' : codeOf(answer);
  };
  const seen = ['server.action.kick', 'server.action.lock', 'server.view'];
  expect(await set(seen, ['server.view'])).toBe('done');
  expect(await set(['server.view', 'server.action.kick'], seen)).toBe('done');
  expect(await set([...seen, 'server.view.feed'], seen)).toBe('row-changed');
  expect(await set([], [])).toBe('row-changed');
  expect(await held(moderatorId)).toEqual(['server.view', 'server.action.kick']);
  expect(await set(['server.view'], ['server.view', 'server.action.kick'])).toBe('done');
  expect(await held(moderatorId)).toEqual(['server.view']);
});

it('lets nobody give or take what they do not have', async () => {
  const { db, clock } = test.deps;
  const resource = serverResource(server);
  await grant(db, moderatorId, resource, ['server.view', 'server.personnel'], ownerId, clock());
  const give = await moderator.post(path(), {
    identifier: moderatorId,
    permissions: ['server.personnel', 'server.delete'],
  });
  expect(codeOf(give)).toBe('permission-denied');
  const take = await moderator.post(path(), {
    identifier: ownerId,
    permissions: ['server.personnel'],
  });
  expect(codeOf(take)).toBe('permission-denied');
  expect(await held(ownerId)).toEqual(SERVER_PERMISSION);
});

it.each([
  ['somebody who manages the personnel alone', ['server.personnel']],
  ['a manager of everything', SERVER_PERMISSION],
])('lets %s take nothing from the owner', async (_, permissions) => {
  await owner.post(path(), { identifier: moderatorId, permissions });
  const without = SERVER_PERMISSION.filter((permission) => permission !== 'server.personnel');
  const all = permissions.length === SERVER_PERMISSION.length;
  for (const wanted of all ? [without, ['server.view'], []] : [without]) {
    const taken = await moderator.post(path(), { identifier: ownerId, permissions: wanted });
    expect(codeOf(taken)).toBe('owner-stays');
  }
  expect(await held(ownerId)).toEqual(SERVER_PERMISSION);
});

it('lets the owner leave, while somebody else manages', async () => {
  await owner.post(path(), { identifier: moderatorId, permissions: SERVER_PERMISSION });
  expect((await owner.post(path(), { identifier: ownerId, permissions: [] })).statusCode).toBe(200);
  expect(await held(ownerId)).toEqual([]);
});

it('keeps the last manager, also when two remove each other at once', async () => {
  const remove = (browser: TestBrowser, identifier: string) =>
    browser.post(path(), {
      identifier,
      permissions: SERVER_PERMISSION.filter((permission) => permission !== 'server.personnel'),
    });
  expect(codeOf(await remove(owner, ownerId))).toBe('last-manager');
  await owner.post(path(), { identifier: moderatorId, permissions: SERVER_PERMISSION });
  await Promise.all([remove(owner, ownerId), remove(moderator, moderatorId)]);
  const managers = await test.deps.db
    .selectFrom('grants')
    .select('subject')
    .where('resource', '=', serverResource(server))
    .where('permission', '=', 'server.personnel')
    .execute();
  expect(managers).toHaveLength(1);
});

it('finds an account by its name in any case, and says when nobody has it', async () => {
  const row = await test.deps.db
    .selectFrom('accounts')
    .select('username')
    .where('id', '=', moderatorId)
    .executeTakeFirstOrThrow();
  const known = await owner.post(path(), {
    identifier: row.username.toUpperCase(),
    permissions: ['server.view'],
  });
  expect(known.json()).toMatchObject({ muster_id: moderatorId });
  const unknown = await owner.post(path(), { identifier: 'nobody', permissions: [] });
  expect(codeOf(unknown)).toBe('account-not-found');
});

it('is for those with the permission alone, and hides the server from strangers', async () => {
  const { browser: stranger } = await createTestAccount(app, accountDepsOf(test).deps);
  expect(codeOf(await stranger.get(path()))).toBe('not-found');
  expect(codeOf(await moderator.get(path()))).toBe('permission-denied');
  expect(codeOf(await moderator.get(`/app/v1/server/${server}/audit`))).toBe('permission-denied');
});

it('lets nobody in by setting permissions, who would have to accept first', async () => {
  const { id } = await createTestAccount(app, accountDepsOf(test).deps);
  const set = await owner.post(path(), { identifier: id, permissions: ['server.view'] });
  expect(codeOf(set)).toBe('invite-first');
  expect(await held(id)).toEqual([]);
});

it('lets no more accounts in than a server may have, and those that are in change', () => {
  const others = Array.from({ length: PERSONNEL.most }, (_, n) => ({
    muster_id: `${n}`,
    permissions: [...SERVER_PERMISSION],
    owner: n === 0,
  }));
  const decide = (subject: string, people: typeof others) =>
    decideChange(
      people,
      { actor: '0', subject, permissions: ['server.view'] },
      { own: SERVER_PERMISSION, managed: false },
    );
  expect(decide('eve', others)).toMatchObject({ kind: 'refused', code: 'limit-reached' });
  expect(decide('1', others)).toMatchObject({ kind: 'change' });
  expect(decide('eve', others.slice(0, -1))).toMatchObject({ kind: 'change' });
});

it('changes nothing where an account has just that already', () => {
  const others = Array.from({ length: PERSONNEL.most - 1 }, (_, n) => ({
    muster_id: `${n}`,
    permissions: [...SERVER_PERMISSION],
    owner: false,
  }));
  const owner = { muster_id: 'owner', permissions: ['server.view' as const], owner: true };
  const wanted = { actor: '0', subject: 'owner', permissions: ['server.view' as const] };
  expect(
    decideChange([...others, owner], wanted, { own: SERVER_PERMISSION, managed: false }),
  ).toEqual({ kind: 'change', give: [], take: [] });
});

it('changes nothing of a server that is being deleted', async () => {
  await test.deps.db
    .updateTable('servers')
    .set({ deleting: 'requested' })
    .where('id', '=', server)
    .execute();
  const body = { identifier: moderatorId, permissions: ['server.view.feed'] };
  expect(codeOf(await owner.post(path(), body))).toBe('not-found');
  expect(await held(moderatorId)).toEqual(['server.view']);
});
