import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { accountDepsOf, createTestAccount } from '../../../tests/support/accounts.ts';
import { RESOURCE_CALLS } from '../../protocol/resources/calls.ts';
import { publish } from '../realtime/log.ts';
import { toldCalls } from '../resources/told-calls.ts';
import { sessionCalls } from '../session/calls.ts';
import { ARRANGEMENT_ROWS, arrangementSet } from './calls.ts';

let test: TestDeps;
let app: FastifyInstance;

beforeAll(async () => {
  test = await createTestDeps();
  const deps = { ...accountDepsOf(test).deps, publish };
  const told = toldCalls({ arrangements: ARRANGEMENT_ROWS });
  app = await createTestApp(deps, { ...sessionCalls, arrangementSet, ...told });
});

afterAll(async () => {
  await app.close();
  await test.close();
});

it('an account’s pages are as it arranged them last, which it alone is told', async () => {
  const { deps } = accountDepsOf(test);
  const [ada, bob] = [await createTestAccount(app, deps), await createTestAccount(app, deps)];
  const put = async (place: string, { browser } = ada) =>
    (await browser.post('/app/v1/@me/arrangement', { console: place })).statusCode;
  const kept = async ({ browser } = ada) => {
    const answer = await browser.get('/app/v1/@me/arrangements');
    return RESOURCE_CALLS.arrangementsPage.answer.parse(answer.json()).rows;
  };

  expect(await kept()).toEqual([]);
  expect(await put('beside')).toBe(200);
  expect(await kept()).toEqual([{ id: ada.id, server_id: null, console: 'beside' }]);
  expect(await put('tab')).toBe(200);
  expect(await kept()).toEqual([{ id: ada.id, server_id: null, console: 'tab' }]);
  expect(await put('below')).toBe(400);
  expect(await put('beside', bob)).toBe(200);
  expect(await kept()).toEqual([{ id: ada.id, server_id: null, console: 'tab' }]);

  const told = await test.deps.db
    .selectFrom('event_log')
    .select('event')
    .where('stream', '=', `account/${ada.id}/arrangements`)
    .execute();
  expect(told.map(({ event }) => event)).toEqual(['row:put', 'row:put']);
});
