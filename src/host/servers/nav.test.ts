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
import { RESOURCE_CALLS } from '../../protocol/resources/calls.ts';
import { publish } from '../realtime/log.ts';
import { toldCalls } from '../resources/told-calls.ts';
import { sessionCalls } from '../session/calls.ts';
import { NAV_ROWS, navSet } from './nav.ts';

let test: TestDeps;
let app: FastifyInstance;
let owner: TestBrowser;
let ownerId: string;
let servers: readonly string[];

beforeAll(async () => {
  test = await createTestDeps();
  const deps = { ...accountDepsOf(test).deps, publish };
  app = await createTestApp(deps, { ...sessionCalls, navSet, ...toldCalls({ nav: NAV_ROWS }) });
});

afterAll(async () => {
  await app.close();
  await test.close();
});

beforeEach(async () => {
  ({ browser: owner, id: ownerId } = await createTestAccount(app, accountDepsOf(test).deps));
  const made = [];
  for (let count = 0; count < 3; count++)
    made.push(await createTestServer(test.deps, ownerId, { rcon_port: 2306 + count }));
  servers = made;
});

async function order(by: TestBrowser): Promise<readonly string[]> {
  const answer = await by.get('/app/v1/@me/nav');
  expect(answer.statusCode).toBe(200);
  return RESOURCE_CALLS.navPage.answer.parse(answer.json()).rows.map(({ id }) => id);
}

const put = async (ids: readonly string[], by = owner) =>
  (await by.post('/app/v1/@me/server-nav', { servers: ids })).statusCode;

/** What was told of it: which server has which place. */
async function told() {
  const rows = await test.deps.db
    .selectFrom('event_log')
    .select(['event', 'data'])
    .where('stream', '=', `account/${ownerId}/nav`)
    .orderBy('seq')
    .execute();
  return rows.map(({ event, data }) => {
    const { row, id } = data as { row?: { id: string; place: number }; id?: string };
    return event === 'row:put' ? [row?.id, row?.place] : [id, null];
  });
}

it('an account’s servers stand as it puts them, and those that move are told', async () => {
  const [a, b, c] = servers;
  expect(await order(owner)).toEqual([]);
  expect(await put([b!, a!])).toBe(200);
  expect(await order(owner)).toEqual([b, a]);
  expect(await put([b!, c!])).toBe(200);
  expect(await order(owner)).toEqual([b, c]);
  expect(await told()).toEqual([
    [b, 0],
    [a, 1],
    [a, null],
    [c, 1],
  ]);
});

it('what is named twice has one place, and what the account may not see has none', async () => {
  const [a, b] = servers;
  const { browser: other, id } = await createTestAccount(app, accountDepsOf(test).deps);
  const theirs = await createTestServer(test.deps, id);
  expect(await put([a!, a!, b!, theirs])).toBe(200);
  expect(await order(owner)).toEqual([a, b]);
  expect(await order(other)).toEqual([]);
});

it('more than there may be are refused', async () => {
  expect(await put(Array.from({ length: 501 }, () => servers[0]!))).toBe(400);
});
