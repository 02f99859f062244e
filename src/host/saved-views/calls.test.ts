import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createTestApp,
  createTestDeps,
  type TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { accountDepsOf, createTestAccount } from '../../../tests/support/accounts.ts';
import { RESOURCE_CALLS } from '../../protocol/resources/calls.ts';
import { VIEW_LIMIT } from '../../protocol/saved-views/limits.ts';
import { publish } from '../realtime/log.ts';
import { toldCalls } from '../resources/told-calls.ts';
import { sessionCalls } from '../session/calls.ts';
import { viewDelete, viewSave } from './calls.ts';
import { VIEW_ROWS } from './rows.ts';

let test: TestDeps;
let app: FastifyInstance;
let ada: TestBrowser;
let adaId: string;

beforeAll(async () => {
  test = await createTestDeps();
  const deps = { ...accountDepsOf(test).deps, publish };
  const handlers = { ...sessionCalls, viewSave, viewDelete, ...toldCalls({ views: VIEW_ROWS }) };
  app = await createTestApp(deps, handlers);
});

afterAll(async () => {
  await app.close();
  await test.close();
});

beforeEach(async () => {
  ({ browser: ada, id: adaId } = await createTestAccount(app, accountDepsOf(test).deps));
});

const idOf = (number: number) => number.toString(16).padStart(24, '0');

const save = async (number: number, name: string, address = '?game=1', by = ada) =>
  (await by.post(`/app/v1/@me/view/${idOf(number)}`, { name, address })).statusCode;

const remove = async (number: number, by = ada) =>
  (await by.post(`/app/v1/@me/view/${idOf(number)}/delete`, {})).statusCode;

async function listed(by = ada) {
  const answer = await by.get('/app/v1/@me/views');
  const { rows } = RESOURCE_CALLS.viewsPage.answer.parse(answer.json());
  return rows.map(({ id, name, address }) => [id, name, address]);
}

it('a view is kept under its name, changed by its id, forgotten, and comes back as it was', async () => {
  expect(await save(1, ' Rust down ')).toBe(200);
  expect(await listed()).toEqual([[idOf(1), 'Rust down', '?game=1']]);
  expect(await save(1, 'Rust', '?game=4&group=tag')).toBe(200);
  expect(await remove(1)).toBe(200);
  expect(await listed()).toEqual([]);
  expect(await remove(1)).toBe(404);
  expect(await save(1, 'Rust')).toBe(200);
  expect(await listed()).toEqual([[idOf(1), 'Rust', '?game=1']]);
  const told = await test.deps.db
    .selectFrom('event_log')
    .select('event')
    .where('stream', '=', `account/${adaId}/views`)
    .orderBy('seq')
    .execute();
  expect(told.map(({ event }) => event)).toEqual(['row:put', 'row:put', 'row:gone', 'row:put']);
});

it('accounts have their own, under the same ids too', async () => {
  const { browser: bob } = await createTestAccount(app, accountDepsOf(test).deps);
  expect(await save(1, 'Of Ada')).toBe(200);
  expect(await save(1, 'Of Bob', '', bob)).toBe(200);
  expect(await remove(1, bob)).toBe(200);
  expect(await listed()).toEqual([[idOf(1), 'Of Ada', '?game=1']]);
});

it('as many as there may be are kept, of which each can still be changed', async () => {
  const { views } = VIEW_LIMIT;
  await test.deps.db
    .insertInto('saved_views')
    .values(
      Array.from({ length: views }, (_, number) => ({
        account_id: adaId,
        id: idOf(number),
        name: `View ${number}`,
        address: '',
      })),
    )
    .execute();
  expect(await save(views, 'One more')).toBe(403);
  expect(await save(0, 'Another name')).toBe(200);
  expect((await listed()).length).toBe(views);
});

it.each([
  ['no name', ' ', ''],
  ['a name that is too long', 'x'.repeat(VIEW_LIMIT.name + 1), ''],
  ['a name of two lines', 'a\nb', ''],
  ['an address that is none', 'a', 'https://example.org'],
  ['an address that is too long', 'a', `?${'x'.repeat(VIEW_LIMIT.address)}`],
])('%s is refused', async (_what, name, address) => {
  expect(await save(1, name, address)).toBe(400);
  expect(await listed()).toEqual([]);
});
