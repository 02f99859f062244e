import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAccount, createTestServer } from '../../../tests/support/accounts.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { serverPermissions, serverResource } from '../access/grants.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { personnelSet } from '../personnel/personnel-set.ts';
import { sessionCalls } from '../session/calls.ts';
import { grantOwners } from './grant-owners.ts';

let test: TestDeps;
let app: Awaited<ReturnType<typeof createTestApp>>;

beforeAll(async () => {
  test = await createTestDeps();
  app = await createTestApp(test.deps, { ...sessionCalls, personnelSet });
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const granted = () => grantOwners({ ...test.deps, now: 7 });

it('the owner of a server that an older host added may do with it what there is now', async () => {
  const { db } = test.deps;
  const { id: owner } = await createTestAccount(app, test.deps);
  const server = await createTestServer(test.deps, owner);
  await db
    .deleteFrom('grants')
    .where('resource', '=', serverResource(server))
    .where('permission', 'like', 'server.notes.%')
    .execute();
  test.publish.changedSubjects.length = 0;
  await granted();
  expect(await serverPermissions(db, owner, server)).toEqual(SERVER_PERMISSION);
  expect(test.publish.changedSubjects).toEqual([owner]);
  test.publish.changedSubjects.length = 0;
  await granted();
  expect(test.publish.changedSubjects).toEqual([]);
});

it('who looks at the personnel of such a server is told what its owner may do by now', async () => {
  const { id: owner } = await createTestAccount(app, test.deps);
  const server = await createTestServer(test.deps, owner);
  const told = () =>
    test.publish.facts.filter(({ stream }) => stream === resourceStream('personnel', server));
  await test.deps.db
    .deleteFrom('grants')
    .where('resource', '=', serverResource(server))
    .where('permission', '=', 'server.notes.edit')
    .execute();
  await granted();
  expect(told()).toMatchObject([
    {
      event: 'row:put',
      data: { server_id: server, row: { muster_id: owner, permissions: SERVER_PERMISSION } },
    },
  ]);
  await granted();
  expect(told()).toHaveLength(1);
});

it('gives the owner of each server by itself: no lock is held for another one', async () => {
  const { db } = test.deps;
  const { id: owner } = await createTestAccount(app, test.deps);
  const servers = [
    await createTestServer(test.deps, owner),
    await createTestServer(test.deps, owner, { game_port: 2402, rcon_port: 2406 }),
  ].toSorted();
  const [first = '', second = ''] = servers;
  const lacking = async (server: string) =>
    SERVER_PERMISSION.length - (await serverPermissions(db, owner, server)).length;
  await db
    .deleteFrom('grants')
    .where('resource', 'in', servers.map(serverResource))
    .where('permission', '=', 'server.notes.edit')
    .execute();
  let giving: Promise<void> | undefined;
  await db.transaction().execute(async (trx) => {
    const stream = resourceStream('personnel', second);
    await sql`select pg_advisory_xact_lock(hashtextextended(${stream}, 0))`.execute(trx);
    giving = granted();
    await expect.poll(() => lacking(first), { timeout: 4_000 }).toBe(0);
    expect(await lacking(second)).toBe(1);
  });
  await giving;
  expect(await lacking(second)).toBe(0);
});

it('an owner who gave something up gets nothing back', async () => {
  const { db } = test.deps;
  const { id: owner, browser } = await createTestAccount(app, test.deps);
  const server = await createTestServer(test.deps, owner);
  const kept = SERVER_PERMISSION.filter((permission) => permission !== 'server.delete');
  const body = { identifier: owner, permissions: kept };
  const set = await browser.post(`/app/v1/server/${server}/personnel`, body);
  expect(set.statusCode).toBe(200);
  await granted();
  expect(await serverPermissions(db, owner, server)).toEqual(kept);
});

it('an owner who gave something up before a permission was there is given that, and nothing else', async () => {
  const { db } = test.deps;
  const { id: owner, browser } = await createTestAccount(app, test.deps);
  const server = await createTestServer(test.deps, owner);
  const kept = SERVER_PERMISSION.filter((permission) => permission !== 'server.delete');
  const body = { identifier: owner, permissions: kept };
  const set = await browser.post(`/app/v1/server/${server}/personnel`, body);
  expect(set.statusCode).toBe(200);
  const added = ['server.modify.configuration', 'server.bans.remove'];
  await db
    .deleteFrom('grants')
    .where('resource', '=', serverResource(server))
    .where('permission', 'in', added)
    .execute();
  await db.deleteFrom('known_permissions').where('permission', 'in', added).execute();
  // As the first host of a new version does.
  await grantOwners({ ...test.deps, now: Date.now() + 60_000 });
  expect(await serverPermissions(db, owner, server)).toEqual(kept);
});

it('every permission of before is known since ever, so that what was set of it stays', async () => {
  const rows = await test.deps.db.selectFrom('known_permissions').selectAll().execute();
  const old = rows
    .filter(({ since, permission }) => since === 0 && permission.startsWith('server.'))
    .map(({ permission }) => permission);
  expect(old).toHaveLength(17);
  expect(SERVER_PERMISSION).toEqual(expect.arrayContaining(old));
});
