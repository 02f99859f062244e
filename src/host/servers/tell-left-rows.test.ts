import type { AuditAction } from '../../domain/audit/actions.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAccount, createTestServer } from '../../../tests/support/accounts.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { grant, serverResource } from '../access/grants.ts';
import { change } from '../change/change.ts';
import { personnelSet } from '../personnel/personnel-set.ts';
import { publish } from '../realtime/log.ts';
import { sessionCalls } from '../session/calls.ts';
import { tellLeftRows } from './tell-left-rows.ts';

let test: TestDeps;
let app: Awaited<ReturnType<typeof createTestApp>>;

beforeAll(async () => {
  test = await createTestDeps();
  app = await createTestApp({ ...test.deps, publish }, { ...sessionCalls, personnelSet });
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const context = () => ({ ...test.deps, publish, now: test.deps.clock() });
const tellLeft = () => tellLeftRows(context());

/** What is told on the streams of the rows of a server. */
async function told(server: string): Promise<readonly string[]> {
  const names = ['personnel', 'settings', 'logs'].map((name) => `server/${server}/${name}`);
  const { db } = test.deps;
  const rows = await db
    .selectFrom('event_log')
    .where('stream', 'in', names)
    .select(['stream', 'event'])
    .orderBy('stream')
    .orderBy('seq')
    .execute();
  return rows.map(({ stream, event }) => `${stream.split('/')[2] ?? ''} ${event}`);
}

/** As a host of an older version does: what is done stands in the audit, and is not told. */
const audited = (server: string, action: AuditAction, detail: object) =>
  change(context(), async (made) => {
    made.audit({ resource: serverResource(server), action, detail: { ...detail } });
  });

it('rows that an older host changed are told by the next look, once', async () => {
  const { id: owner } = await createTestAccount(app, test.deps);
  const [server, other] = [
    await createTestServer(test.deps, owner),
    await createTestServer(test.deps, owner, { game_port: 2402, rcon_port: 2406 }),
  ];
  await audited(server, 'servers.edit', { fields: ['identifier', 'log_folder'] });
  await audited(server, 'personnel.set', { subject: owner, given: [], taken: [] });
  await audited(server, 'personnel.set', { subject: 'f'.repeat(24), given: [], taken: [] });
  await tellLeft();
  const rows = ['logs row:put', 'personnel row:gone', 'personnel row:put', 'settings row:put'];
  expect((await told(server)).toSorted()).toEqual(rows);
  await tellLeft();
  expect([(await told(server)).length, await told(other)]).toEqual([rows.length, []]);
});

it('what this version tells itself is not told again, and hides nothing of what was left', async () => {
  const { id: owner, browser } = await createTestAccount(app, test.deps);
  const { id: moderator } = await createTestAccount(app, test.deps);
  const server = await createTestServer(test.deps, owner);
  await audited(server, 'personnel.set', { subject: 'f'.repeat(24), given: [], taken: [] });
  test.advance(1_000);
  const { db, clock } = test.deps;
  await grant(db, moderator, serverResource(server), ['server.view'], owner, clock());
  const body = { identifier: moderator, permissions: ['server.view', 'server.view.feed'] };
  const set = await browser.post(`/app/v1/server/${server}/personnel`, body);
  expect(set.statusCode).toBe(200);
  await tellLeft();
  expect(await told(server)).toEqual(['personnel row:put', 'personnel row:gone']);
});
