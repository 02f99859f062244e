import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accountDepsOf, createTestAccount } from '../../../tests/support/accounts.ts';
import {
  createTestApp,
  createTestDeps,
  TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { accountCard as cardCall } from '../../protocol/personnel/card-call.ts';
import { PAGED_CALLS } from '../../protocol/resources/paged-calls.ts';
import { accountResource, grant, serverResource } from '../access/grants.ts';
import { accountCalls } from '../account/calls.ts';
import { change } from '../change/change.ts';
import { accountCard } from '../personnel/account-card.ts';
import { eraseRows } from '../players/erase-rows.ts';
import { pagedCalls } from '../resources/paged-calls.ts';
import { sessionCalls } from '../session/calls.ts';
import { keepLeftEntries } from '../resources/keep-left-entries.ts';
import { ADDRESS_LASTS, forgetAuditAddresses } from './rows.ts';

let test: TestDeps;
let app: FastifyInstance;
let operator: Awaited<ReturnType<typeof createTestAccount>>;
let ada: typeof operator;
let bob: typeof operator;
const server = 'e'.repeat(24);

beforeAll(async () => {
  test = await createTestDeps();
  const { deps, hashing } = accountDepsOf(test);
  app = await createTestApp(deps, {
    ...accountCalls,
    ...sessionCalls,
    ...pagedCalls,
    accountCard,
  });
  operator = await createTestAccount(app, test.deps, ['host.operate']);
  ada = await createTestAccount(app, test.deps);
  bob = await createTestAccount(app, test.deps);
  const hash = await hashing.hash('right password');
  await sql`update accounts set password_hash = ${hash}`.execute(test.deps.db);
  await storeServer(test.deps.db, server);
});
beforeEach(async () => {
  test.publish.facts.length = 0;
  await sql`truncate paged_activity, paged_oversight, paged_audit, grants`.execute(test.deps.db);
  await grant(test.deps.db, operator.id, 'host', ['host.operate'], null, 0);
});
afterAll(async () => {
  await app.close();
  await test.close();
});

async function nameOf(id: string): Promise<string> {
  const found = await test.deps.db
    .selectFrom('accounts')
    .select('username')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return found.username;
}

async function signIn(identifier: string, password: string, address: string): Promise<number> {
  const browser = new TestBrowser(app, address);
  const answer = await browser.post('/app/v1/auth/sign-in', { identifier, password });
  return answer.statusCode;
}

async function own(of: typeof operator, query = '') {
  const answer = await of.browser.get(`/app/v1/@me/activity${query}`);
  return PAGED_CALLS.activityPage.answer.parse(answer.json());
}

async function all(query = '') {
  const answer = await operator.browser.get(`/app/v1/host/oversight${query}`);
  return PAGED_CALLS.oversightPage.answer.parse(answer.json());
}

it('tells an account how it was signed in to, and whoever operates the host of all', async () => {
  const name = await nameOf(ada.id);
  await grant(test.deps.db, bob.id, 'host', ['host.server.create'], null, 0);
  expect(await signIn(name, 'wrong password', '203.0.113.7')).toBe(401);
  expect(await signIn('nobody', 'wrong password', '203.0.113.8')).toBe(401);
  expect(await signIn(name, 'right password', '203.0.113.9')).toBe(200);
  const mine = await own(ada);
  expect(mine.rows.map(({ action, actor_id, address }) => [action, actor_id, address])).toEqual([
    ['account.sign-in', ada.id, '203.0.113.9'],
    ['account.sign-in-failed', null, '203.0.113.7'],
  ]);
  expect(mine.rows[1]).toMatchObject({
    target_id: ada.id,
    target_name: name,
    detail: { refused: 'bad-credentials' },
  });
  expect((await own(bob)).rows).toEqual([]);
  expect((await all()).rows.map(({ action, things }) => [action, things.includes(ada.id)])).toEqual(
    [
      ['account.sign-in', true],
      ['account.sign-in-failed', false],
      ['account.sign-in-failed', true],
    ],
  );
  // What was typed may be a password.
  expect(JSON.stringify(await all())).not.toMatch(/nobody|wrong password/);
  const refused = await ada.browser.get('/app/v1/host/oversight');
  expect(refused.statusCode).toBe(403);
  const told = test.publish.facts.filter(({ event }) => event === 'row:put');
  expect(new Set(told.map(({ stream }) => stream))).toEqual(
    new Set([`account/${operator.id}/oversight`, `account/${ada.id}/activity`]),
  );
});

it('narrows down, searches and pages as the audit of a server does', async () => {
  const name = await nameOf(ada.id);
  for (let n = 0; n < 3; n += 1) await signIn(name, 'right password', '203.0.113.9');
  await signIn(await nameOf(bob.id), 'right password', '203.0.113.9');
  expect((await all(`?actor=${ada.id}`)).total).toBe(3);
  expect((await all('?action=account.sign-in&search=sign-in')).total).toBe(4);
  expect((await all(`?thing=${bob.id}`)).total).toBe(1);
  const first = await all('?limit=3');
  const next = await all(`?limit=3&after=${encodeURIComponent(first.next ?? '')}`);
  expect([first.rows.length, next.rows.length, next.next]).toEqual([3, 1, null]);
  const ids = [...first.rows, ...next.rows].map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().toReversed());
});

it('tells who was given something of it, but not from where', async () => {
  const context = { ...test.deps, now: 5_000, client: { address: '203.0.113.1' } };
  await change(context, async (made) =>
    made.audit({
      actor: ada.id,
      resource: accountResource(ada.id),
      action: 'invitations.give',
      detail: { subject: bob.id, servers: 2 },
      told: { address: '203.0.113.1' },
    }),
  );
  const [given] = (await own(ada)).rows;
  expect(given).toMatchObject({ target_id: bob.id, address: '203.0.113.1' });
  const [got] = (await own(bob)).rows;
  expect(got).toMatchObject({ actor_id: ada.id, target_id: bob.id, detail: { servers: 2 } });
  expect(got).not.toHaveProperty('address');
  expect((await all()).rows).toHaveLength(1);
});

it('forgets addresses after a while, and a person’s names with them', async () => {
  const name = await nameOf(ada.id);
  await signIn(name, 'right password', '203.0.113.9');
  await signIn(name, 'wrong password', '203.0.113.9');
  const now = test.deps.clock();
  await forgetAuditAddresses(test.deps.db, now - ADDRESS_LASTS);
  expect(JSON.stringify(await all())).toContain('203.0.113.9');
  await forgetAuditAddresses(test.deps.db, now + 1);
  expect(JSON.stringify([await all(), await own(ada)])).not.toContain('203.0.113.9');
  test.publish.facts.length = 0;
  await eraseRows({ ...test.deps, now }, [ada.id], () => undefined);
  const { rows } = await all();
  expect(rows.map(({ actor_name, target_name }) => [actor_name, target_name])).toEqual([
    ['', ''],
    ['', undefined],
  ]);
  const streams = new Set(test.publish.facts.map(({ stream }) => stream));
  expect(streams).toEqual(
    new Set([`account/${operator.id}/oversight`, `account/${ada.id}/activity`]),
  );
});

it('keeps what only the chained audit has, once', async () => {
  const now = test.deps.clock();
  const created = (at: number) =>
    change({ ...test.deps, now: at }, async (made) =>
      made.audit({ actor: ada.id, resource: 'wall/x', action: 'walls.create' }),
    );
  await created(now);
  await sql`truncate paged_activity, paged_oversight`.execute(test.deps.db);
  await created(now + 1);
  const actions = async () => (await all('?action=walls.create')).rows.map(({ at }) => at);
  expect(await actions()).toEqual([now + 1]);
  await keepLeftEntries({ ...test.deps, now });
  await keepLeftEntries({ ...test.deps, now });
  expect((await actions()).toSorted()).toEqual([now, now + 1]);
  expect((await own(ada, '?action=walls.create')).rows).toHaveLength(2);
});

it('shows of an account what whoever asks may know', async () => {
  const card = async (of: typeof operator, id: string, on?: string) => {
    const path = `/app/v1/account-card?muster_id=${id}${on === undefined ? '' : `&server_id=${on}`}`;
    const answer = await of.browser.get(path);
    return answer.statusCode === 200 ? cardCall.answer.parse(answer.json()) : answer.statusCode;
  };
  const resource = serverResource(server);
  await grant(test.deps.db, ada.id, resource, ['server.view', 'server.action.kick'], null, 7_000);
  await signIn(await nameOf(ada.id), 'right password', '203.0.113.9');
  expect(await card(bob, ada.id)).toBe(404);
  expect(await card(bob, ada.id, server)).toBe(404);
  expect(await card(operator, 'f'.repeat(24))).toBe(404);
  const name = await nameOf(ada.id);
  const whole = { username: name, servers: 1, signed_in: expect.any(Number) };
  expect(await card(ada, ada.id)).toMatchObject({ here: null, account: whole });
  expect(await card(operator, ada.id, server)).toMatchObject({ here: null, account: whole });
  await grant(test.deps.db, bob.id, resource, ['server.view', 'server.personnel'], null, 0);
  expect(await card(bob, ada.id, server)).toEqual({
    display_name: name,
    here: {
      permissions: ['server.view', 'server.action.kick'],
      since: 7_000,
      owner: false,
      last: null,
    },
    account: null,
  });
  await grant(test.deps.db, bob.id, resource, ['server.view.audit'], null, 0);
  await change({ ...test.deps, now: 9_000 }, async (made) => {
    made.audit({ actor: operator.id, resource, action: 'notes.add' });
  });
  // Somebody who was here, and may do nothing any more.
  expect(await card(bob, operator.id, server)).toMatchObject({
    here: { permissions: [], since: null, last: 9_000 },
    account: null,
  });
});
