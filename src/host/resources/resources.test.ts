import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createTestApp,
  createTestDeps,
  type TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { accountDepsOf, createTestAccount } from '../../../tests/support/accounts.ts';
import { RESOURCE_CALLS, RESTORE_MS } from '../../protocol/resources/calls.ts';
import { GAME } from '../../protocol/enumerations.ts';
import { NOTE_MAX, NOTES_MAX } from '../../protocol/notes/limits.ts';
import { serverStream } from '../../protocol/streams.ts';
import { grant, serverResource } from '../access/grants.ts';
import { publish } from '../realtime/log.ts';
import { createServer } from '../servers/add.ts';
import { sessionCalls } from '../session/calls.ts';
import { newId } from '../store/ids.ts';
import { resourceCalls } from './calls.ts';
import { moveRows } from './move-rows.ts';
import { forgetRemoved } from './rows.ts';

let test: TestDeps;
let app: FastifyInstance;
let server: string;
let owner: TestBrowser;
let ownerId: string;
let other: TestBrowser;
let otherId: string;
let player: string;

beforeAll(async () => {
  test = await createTestDeps();
  const deps = { ...accountDepsOf(test).deps, publish };
  app = await createTestApp(deps, { ...sessionCalls, ...resourceCalls });
});

afterAll(async () => {
  await app.close();
  await test.close();
});

beforeEach(async () => {
  const { deps } = accountDepsOf(test);
  ({ browser: owner, id: ownerId } = await createTestAccount(app, deps));
  ({ browser: other, id: otherId } = await createTestAccount(app, deps));
  server = await serverOf(ownerId);
  player = await seen('Ann');
});

/** A server that an account has added. */
async function serverOf(account: string): Promise<string> {
  const { deps } = accountDepsOf(test);
  const given = {
    identifier: 'Chernarus',
    timezone: 'UTC',
    game: GAME.DAYZ,
    host: `${account}.example.org`,
    private_address: false,
    game_port: 2302,
    query_port: null,
    rcon_port: 2306,
    rcon_password: 'a password',
  };
  return createServer(deps, { id: account, displayName: 'Owner' }, given, deps.clock());
}

/** A player who was on a server. */
async function seen(name: string, server_id = server): Promise<string> {
  const muster_id = newId(test.deps.clock());
  const at = test.deps.clock();
  await test.deps.db
    .insertInto('players')
    .values({ muster_id, name, first_seen: at, last_seen: at })
    .execute();
  await test.deps.db
    .insertInto('play_sessions')
    .values({
      id: newId(at),
      server_id,
      muster_id,
      name,
      joined_at: at,
      joined_before: false,
      verified: true,
      lobby: false,
    })
    .execute();
  return muster_id;
}

const path = (rest = ''): string => `/app/v1/server/${server}/notes${rest}`;

async function page(by: TestBrowser, query = '') {
  const answer = await by.get(`${path()}${query}`);
  expect(answer.statusCode).toBe(200);
  return RESOURCE_CALLS.notesPage.answer.parse(answer.json());
}

async function add(by: TestBrowser, comment: string, id = newId(test.deps.clock())) {
  const answer = await by.post(path(), { id, values: { player_id: player, comment } });
  return { id, status: answer.statusCode };
}

/** What the stream of the server's notes told. */
async function told(): Promise<readonly { event: string; data: unknown }[]> {
  return test.deps.db
    .selectFrom('event_log')
    .select(['event', 'data'])
    .where('stream', '=', serverStream(server, 'notes'))
    .orderBy('seq')
    .execute();
}

it('a note is added, changed, removed and brought back, and each is told and in the audit', async () => {
  const { id, status } = await add(owner, '  talks to bears  ');
  expect(status).toBe(200);
  const [note] = (await page(owner)).rows;
  expect(note).toMatchObject({
    id,
    server_id: server,
    player_id: player,
    player_name: 'Ann',
    comment: 'talks to bears',
    issuer_id: ownerId,
    edited: null,
  });
  expect((await owner.post(path(`/${id}`), { values: { comment: 'left them' } })).statusCode).toBe(
    200,
  );
  const [changed] = (await page(owner)).rows;
  expect(changed).toEqual({ ...note, comment: 'left them', edited: expect.any(Number) });
  expect((await owner.post(path(`/${id}/remove`), {})).statusCode).toBe(200);
  expect((await page(owner)).rows).toEqual([]);
  expect((await owner.post(path(`/${id}`), { values: { comment: 'x' } })).statusCode).toBe(404);
  expect((await owner.post(path(`/${id}/restore`), {})).statusCode).toBe(200);
  expect((await page(owner)).rows).toEqual([changed]);
  expect((await told()).map(({ event }) => event)).toEqual([
    'row:put',
    'row:put',
    'row:gone',
    'row:put',
  ]);
  const audit = await test.deps.db
    .selectFrom('audit')
    .select(['action', 'actor', 'detail'])
    .where('resource', '=', serverResource(server))
    .where('action', 'like', 'notes.%')
    .orderBy('id')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual([
    'notes.add',
    'notes.edit',
    'notes.remove',
    'notes.restore',
  ]);
  expect(audit.every(({ actor, detail }) => actor === ownerId && detail === `{"id":"${id}"}`)).toBe(
    true,
  );
});

it('each permission lets somebody do its own thing and no other', async () => {
  const { id } = await add(owner, 'first');
  const tried = async () => [
    (await other.get(path())).statusCode,
    (await add(other, 'mine')).status,
    (await other.post(path(`/${id}`), { values: { comment: 'y' } })).statusCode,
    (await other.post(path(`/${id}/remove`), {})).statusCode,
    (await other.post(path(`/${id}/restore`), {})).statusCode,
  ];
  const give = (...permissions: Parameters<typeof grant>[3]) =>
    grant(test.deps.db, otherId, serverResource(server), permissions, ownerId, 1);
  expect(await tried()).toEqual([404, 404, 404, 404, 404]);
  await give('server.view', 'server.notes.view');
  expect(await tried()).toEqual([200, 403, 403, 403, 403]);
  await give('server.notes.edit');
  expect(await tried()).toEqual([200, 200, 200, 403, 403]);
  await give('server.notes.remove');
  expect(await tried()).toEqual([200, 200, 200, 200, 200]);
});

it('asked for again with the same id, a note is the one of before, and nothing is told', async () => {
  const { id } = await add(owner, 'once');
  expect((await add(owner, 'twice', id)).status).toBe(200);
  expect((await page(owner)).rows.map(({ comment }) => comment)).toEqual(['once']);
  expect(await told()).toHaveLength(1);
});

it('an id that another server has used is not taken over', async () => {
  const { id } = await add(owner, 'theirs');
  const theirs = server;
  server = await serverOf(otherId);
  player = await seen('Ann of theirs');
  expect((await add(other, 'mine', id)).status).toBe(404);
  expect((await other.post(path(`/${id}`), { values: { comment: 'mine' } })).statusCode).toBe(404);
  server = theirs;
  expect((await page(owner)).rows.map(({ comment }) => comment)).toEqual(['theirs']);
});

it('nobody can note something about somebody who never was there, nor nothing, nor too much', async () => {
  const id = newId(test.deps.clock());
  const values = { player_id: newId(test.deps.clock()), comment: 'who?' };
  expect((await owner.post(path(), { id, values })).statusCode).toBe(404);
  values.player_id = await seen('Far', await serverOf(otherId));
  expect((await owner.post(path(), { id, values })).statusCode).toBe(404);
  for (const comment of ['', '   ', 'x'.repeat(NOTE_MAX + 1), 'half \ud83d']) {
    expect((await add(owner, comment)).status).toBe(400);
  }
  expect((await add(owner, 'x'.repeat(NOTE_MAX))).status).toBe(200);
});

it('pages come newest first, none twice and none left out, also where many are of one moment', async () => {
  const at = test.deps.clock();
  await sql`
    insert into resource_rows (resource, server_id, id, order_key, data)
    select 'notes', ${server}, lpad(to_hex(n), 24, '0'), to_jsonb(${at}::bigint + n / 7),
      jsonb_build_object(
        'id', lpad(to_hex(n), 24, '0'), 'server_id', ${server}::text, 'player_id', ${player}::text,
        'player_name', 'Ann', 'comment', 'note ' || n, 'issuer_id', ${ownerId}::text,
        'issuer_name', 'Owner', 'created', ${at}::bigint + n / 7, 'edited', null
      )
    from generate_series(1, ${NOTES_MAX - 1}) as n
  `.execute(test.deps.db);
  const comments: string[] = [];
  let after = '';
  for (;;) {
    const { rows, total, about, next } = await page(owner, `?limit=300${after}`);
    expect([total, about]).toEqual([NOTES_MAX - 1, false]);
    comments.push(...rows.map(({ comment }) => comment));
    if (next === null) break;
    after = `&after=${next}`;
  }
  const all = Array.from({ length: NOTES_MAX - 1 }, (_, n) => `note ${NOTES_MAX - 1 - n}`);
  expect(comments).toEqual(all);
  expect((await owner.get(path('?after=nonsense'))).statusCode).toBe(400);
  const last = await add(owner, 'the last that fits');
  expect(last.status).toBe(200);
  expect((await add(owner, 'asked again', last.id)).status).toBe(200);
  expect((await owner.post(path(`/${last.id}/restore`), {})).statusCode).toBe(200);
  const odd = Buffer.from(JSON.stringify(['\0', last.id])).toString('base64url');
  expect((await owner.get(path(`?after=${odd}`))).statusCode).toBe(400);
  expect((await add(owner, 'one too many')).status).toBe(403);
});

it('what was removed comes back for ten minutes, and is forgotten then', async () => {
  const { id } = await add(owner, 'gone');
  await owner.post(path(`/${id}/remove`), {});
  const long = test.deps.clock() - RESTORE_MS - 1;
  await test.deps.db
    .updateTable('resource_rows')
    .set({ removed_at: long })
    .where('id', '=', id)
    .execute();
  expect((await owner.post(path(`/${id}/restore`), {})).statusCode).toBe(404);
  await forgetRemoved(test.deps.db, long + 1);
  const left = await test.deps.db
    .selectFrom('resource_rows')
    .select('id')
    .where('id', '=', id)
    .execute();
  expect(left).toEqual([]);
});

it('the log has no name and no comment: they stand beside it, by whom they are about', async () => {
  await add(owner, 'a secret of Ann');
  const log = JSON.stringify(await told());
  expect(log).not.toContain('a secret of Ann');
  expect(log).not.toContain('"Ann"');
  const personal = await test.deps.db
    .selectFrom('event_personal')
    .select(['subject', 'data'])
    .where('stream', '=', serverStream(server, 'notes'))
    .execute();
  const about = personal.find(({ subject }) => subject === player);
  expect(about?.data).toEqual({ row: { player_name: 'Ann', comment: 'a secret of Ann' } });
});

it('notes about a player who turns out to be another one are about that one, and that is told', async () => {
  const { id } = await add(owner, 'the same person');
  const gone = await add(owner, 'removed before');
  await owner.post(path(`/${gone.id}/remove`), {});
  const into = await seen('Anna');
  await moveRows({ ...test.deps, publish }, { from: player, into });
  expect((await page(owner)).rows).toMatchObject([{ id, player_id: into, player_name: 'Ann' }]);
  expect((await told()).at(-1)).toMatchObject({ data: { row: { id, player_id: into } } });
  await owner.post(path(`/${gone.id}/restore`), {});
  expect((await page(owner)).rows.map(({ player_id }) => player_id)).toEqual([into, into]);
});
