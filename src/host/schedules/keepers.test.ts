import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountDepsOf, createTestAccount } from '../../../tests/support/accounts.ts';
import {
  createTestApp,
  createTestDeps,
  type TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { GAME, SERVER_ACTION, type Game } from '../../protocol/enumerations.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { serverResource } from '../access/grants.ts';
import { publish } from '../realtime/log.ts';
import { resourceCalls } from '../resources/calls.ts';
import { createServer } from '../servers/add.ts';
import { sessionCalls } from '../session/calls.ts';
import { newId } from '../store/ids.ts';

let test: TestDeps;
let app: FastifyInstance;
let owner: TestBrowser;
let ownerId: string;
let helper: TestBrowser;
let helperId: string;

beforeAll(async () => {
  test = await createTestDeps({ plans: true, freeJobs: 2, freeMessages: 1 });
  const { deps } = accountDepsOf(test);
  app = await createTestApp({ ...deps, publish }, { ...sessionCalls, ...resourceCalls });
  ({ browser: owner, id: ownerId } = await createTestAccount(app, deps));
  ({ browser: helper, id: helperId } = await createTestAccount(app, deps));
});
afterAll(async () => {
  await app.close();
  await test.close();
});

let hosts = 0;
async function newServer(game: Game = GAME.DAYZ): Promise<string> {
  const { deps } = accountDepsOf(test);
  const given = {
    identifier: 'Chernarus',
    timezone: 'UTC',
    game,
    host: `s${hosts++}.example.org`,
    private_address: false,
    game_port: 2302,
    query_port: null,
    rcon_port: 2306,
    rcon_password: 'a password',
  };
  return createServer(deps, { id: ownerId, displayName: 'Owner' }, given, deps.clock());
}

const plan = (plan: string) =>
  test.deps.db.updateTable('accounts').set({ plan }).where('id', '=', ownerId).execute();

const grant = (server: string, permissions: readonly ServerPermission[]) =>
  test.deps.db
    .insertInto('grants')
    .values(
      permissions.map((permission) => ({
        subject: helperId,
        resource: serverResource(server),
        permission,
        granted_by: null,
        since: 0,
      })),
    )
    .execute();

const RESTART = {
  name: 'Every night',
  enabled: true,
  days: [6, 0],
  time: { kind: 'absolute', minutes: 240 },
  action: SERVER_ACTION.SERVER_RESTART,
  parameter: null,
  warnings: [
    { minutes: 1, text: 'Restart in {minutes} minute' },
    { minutes: 10, text: 'Restart in {minutes} minutes' },
  ],
  lock_before: 5,
  kick_before: null,
};
const MESSAGE = { enabled: true, mode: 'public', text: 'Hello', interval: 600, offset: 0 };

const add = (who: TestBrowser, server: string, values: object, what = 'jobs', id = newId(1)) =>
  who.post(`/app/v1/server/${server}/${what}`, { id, values });

it('a job is kept with its days and its warnings in order', async () => {
  const server = await newServer();
  expect((await add(owner, server, RESTART)).statusCode).toBe(200);
  const { rows } = (await owner.get(`/app/v1/server/${server}/jobs`)).json<{
    rows: RowOf<'jobs'>[];
  }>();
  expect(rows).toMatchObject([{ name: 'Every night', days: [0, 6] }]);
  expect(rows[0]?.warnings.map(({ minutes }) => minutes)).toEqual([10, 1]);
});

it.each([
  ['no such weekday', { days: [7] }, 'values.days.0'],
  ['a weekday twice', { days: [1, 1] }, 'values.days'],
  ['no such time of day', { time: { kind: 'absolute', minutes: 1_440 } }, 'values.time'],
  ['no time after the start', { time: { kind: 'uptime', minutes: 0 } }, 'values.time'],
  ['an unknown action', { action: SERVER_ACTION.SERVER_WIPE }, 'values.action'],
  ['a command that is missing', { action: SERVER_ACTION.RAW }, 'values.parameter'],
  ['a parameter of nothing', { parameter: 'x' }, 'values.parameter'],
  ['a lock before no restart', { action: SERVER_ACTION.SERVER_UNLOCK }, 'values.lock_before'],
  [
    'a variable that is none',
    { warnings: [{ minutes: 1, text: 'in {mintues}' }] },
    'values.warnings.0.text',
  ],
  [
    'the name of a player to everybody',
    { action: SERVER_ACTION.MESSAGE_PUBLIC, parameter: 'Hi {player}', lock_before: null },
    'values.parameter',
  ],
])('refuses %s and names the field', async (_, part, field) => {
  const answer = await add(owner, await newServer(), { ...RESTART, ...part });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<{ fields: object }>().fields)).toContain(field);
});

it.each(['#login hunter22', 'rcon.password hunter22', '#exec discord.token=hunter22'])(
  'refuses %j, which holds a secret, and keeps nothing of it',
  async (parameter) => {
    const server = await newServer();
    const answer = await add(owner, server, {
      ...RESTART,
      action: SERVER_ACTION.RAW,
      parameter,
      lock_before: null,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ fields: { 'values.parameter': 'secret' } });
    expect(answer.body).not.toContain('hunter22');
    const { rows } = await sql<{ text: string }>`
      select data::text as text from resource_rows where server_id = ${server}
    `.execute(test.deps.db);
    expect(rows).toEqual([]);
  },
);

it('refuses what the game cannot be asked for', async () => {
  const server = await newServer(GAME.RUST);
  expect((await add(owner, server, RESTART)).json()).toMatchObject({
    fields: { 'values.lock_before': 'not_in_game' },
  });
  expect((await add(owner, server, { ...RESTART, lock_before: null })).statusCode).toBe(200);
  const whisper = { ...MESSAGE, mode: 'private' };
  expect((await add(owner, server, whisper, 'messages')).json()).toMatchObject({
    fields: { 'values.mode': 'not_in_game' },
  });
});

it('nobody has a server do by itself what they may not ask of it, and may stop it', async () => {
  const server = await newServer();
  await grant(server, ['server.view', 'server.modify.configuration', 'server.action.shutdown']);
  const code = (answer: { json: () => unknown }) => (answer.json() as { code?: string }).code;
  expect(code(await add(helper, server, RESTART))).toBe('permission-denied');
  const plainly = { ...RESTART, warnings: [], lock_before: null };
  expect(code(await add(helper, server, plainly))).toBeUndefined();
  const id = newId(2);
  await add(owner, server, RESTART, 'jobs', id);
  const edit = (values: object) =>
    helper.post(`/app/v1/server/${server}/jobs/${id}`, { values: { ...RESTART, ...values } });
  expect(code(await edit({ days: [1] }))).toBe('permission-denied');
  expect(code(await edit({ enabled: false, days: [1] }))).toBe('permission-denied');
  expect(code(await edit({ enabled: false, days: [0, 6] }))).toBeUndefined();
  expect(code(await add(helper, server, MESSAGE, 'messages'))).toBe('permission-denied');
});

it('who owns the server on the plan free has as many as the operator says', async () => {
  const server = await newServer();
  await plan('free');
  const codes = async (what: string, values: object) => {
    const answer = await add(owner, server, values, what);
    return [answer.statusCode, answer.json<{ detail?: string }>().detail];
  };
  expect((await codes('jobs', RESTART))[0]).toBe(200);
  expect((await codes('jobs', RESTART))[0]).toBe(200);
  expect(await codes('jobs', RESTART)).toEqual([
    403,
    'A server has at most 2 jobs. Remove one first.',
  ]);
  expect((await codes('messages', MESSAGE))[0]).toBe(200);
  expect((await codes('messages', MESSAGE))[0]).toBe(403);
  await plan('community');
  expect((await codes('jobs', RESTART))[0]).toBe(200);
});
