import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
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
import { untilLocked } from '../../../tests/support/until-locked.ts';
import { RESOURCE_CALLS, RESTORE_MS } from '../../protocol/resources/calls.ts';
import { NOTE_MAX, NOTES_MAX } from '../../protocol/notes/limits.ts';
import { serverStream } from '../../protocol/streams.ts';
import { grant, serverResource } from '../access/grants.ts';
import { publish } from '../realtime/log.ts';
import { sessionCalls } from '../session/calls.ts';
import { newId } from '../store/ids.ts';
import { resourceCalls } from './calls.ts';
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
  server = await createTestServer(test.deps, ownerId);
  player = await seen('Ann');
});

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

it('a note is added, whatever else of the server has its id', async () => {
  const id = newId(test.deps.clock());
  const row = { resource: 'jobs', server_id: server, id, order_key: '1', data: '{}' };
  await test.deps.db
    .insertInto('resource_rows')
    .values({ ...row, removed_at: null })
    .execute();
  expect((await add(owner, 'talks to bears', id)).status).toBe(200);
  expect((await page(owner)).rows).toMatchObject([{ id, comment: 'talks to bears' }]);
});

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
  const session = expect.any(String);
  for (const { actor, detail } of audit) {
    expect([actor, JSON.parse(detail)]).toEqual([ownerId, { id, session }]);
  }
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

it('an edit over what its editor has not seen changes nothing; one that was done already is done', async () => {
  const { id } = await add(owner, 'first');
  const edit = async (comment: string, was?: string) => {
    const body = { values: { comment }, ...(was !== undefined && { was: { comment: was } }) };
    const { statusCode, body: answer } = await owner.post(path(`/${id}`), body);
    return [statusCode, (JSON.parse(answer) as { code?: string }).code];
  };
  expect(await edit('second', 'first')).toEqual([200, undefined]);
  expect(await edit('third', 'first')).toEqual([409, 'row-changed']);
  expect(await edit('second', 'first')).toEqual([200, undefined]);
  expect((await page(owner)).rows.map(({ comment }) => comment)).toEqual(['second']);
  expect(await told()).toHaveLength(2);
  expect(await edit('fourth')).toEqual([200, undefined]);
});

it('an id that another server has used is not taken over', async () => {
  const { id } = await add(owner, 'theirs');
  const theirs = server;
  server = await createTestServer(test.deps, otherId);
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
  values.player_id = await seen('Far', await createTestServer(test.deps, otherId));
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
  const there = await add(owner, 'there');
  const late = await add(owner, 'gone a minute ago');
  const { id } = await add(owner, 'gone');
  for (const gone of [late.id, id]) await owner.post(path(`/${gone}/remove`), {});
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
    .where('server_id', '=', server)
    .orderBy('id')
    .execute();
  expect(left.map((row) => row.id)).toEqual([there.id, late.id].toSorted());
  expect((await owner.post(path(`/${late.id}/restore`), {})).statusCode).toBe(200);
});

it('the log has no name and no comment: they stand beside it, by whom they are about', async () => {
  await add(owner, 'a secret of Ann');
  const ownerName = (await page(owner)).rows[0]!.issuer_name;
  const log = JSON.stringify(await told());
  expect(log).not.toContain('a secret of Ann');
  expect(log).not.toContain('"Ann"');
  expect(log).not.toContain(ownerName);
  const personal = await test.deps.db
    .selectFrom('event_personal')
    .select(['subject', 'data'])
    .where('stream', '=', serverStream(server, 'notes'))
    .execute();
  expect(new Map(personal.map(({ subject, data }) => [subject, data]))).toEqual(
    new Map([
      [player, { row: { player_name: 'Ann', comment: 'a secret of Ann' } }],
      [ownerId, { row: { issuer_name: ownerName } }],
    ]),
  );
});

it('each write answers the position at which the stream tells it', async () => {
  const { id } = await add(owner, 'first');
  const asked = [
    () => owner.post(path(`/${id}`), { values: { comment: 'second' } }),
    () => owner.post(path(`/${id}/remove`), {}),
    () => owner.post(path(`/${id}/remove`), {}),
    () => owner.post(path(`/${id}/restore`), {}),
    () => owner.post(path(), { id: newId(1), values: { player_id: player, comment: 'other' } }),
  ];
  for (const ask of asked) {
    const { position } = RESOURCE_CALLS.notesEdit.answer.parse((await ask()).json());
    const { head } = await test.deps.db
      .selectFrom('event_log')
      .select(({ fn }) => fn.max('seq').as('head'))
      .where('stream', '=', serverStream(server, 'notes'))
      .executeTakeFirstOrThrow();
    expect(position).toBe(head);
  }
});

it('a server that is being deleted takes no writes', async () => {
  const { id } = await add(owner, 'before');
  await test.deps.db
    .updateTable('servers')
    .set({ deleting: 'requested' })
    .where('id', '=', server)
    .execute();
  expect((await add(owner, 'after')).status).toBe(404);
  for (const write of ['', '/remove', '/restore']) {
    const answer = await owner.post(path(`/${id}${write}`), { values: { comment: 'after' } });
    expect(answer.statusCode).toBe(404);
  }
});

it('a note that comes while its server goes finds no server', async () => {
  const { db } = test.deps;
  const adding = await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('servers').where('id', '=', server).execute();
    const answer = add(owner, 'too late');
    await untilLocked(db, 1, 'insert%');
    return { answer };
  });
  expect((await adding.answer).status).toBe(404);
});

it('a note that cannot be read takes no other with it, and can be removed', async () => {
  const { id } = await add(owner, 'readable');
  const odd = await add(owner, 'not readable');
  await sql`
    update resource_rows set data = data - 'comment' where id = ${odd.id}
  `.execute(test.deps.db);
  test.logged.length = 0;
  expect((await page(owner)).rows.map((row) => row.id)).toEqual([id]);
  expect(test.logged.map((line) => JSON.parse(line) as unknown)).toContainEqual(
    expect.objectContaining({ resource: 'notes', server, unread: 1 }),
  );
  const edited = await owner.post(path(`/${odd.id}`), { values: { comment: 'readable' } });
  expect(edited.statusCode).toBe(404);
  expect((await owner.post(path(`/${odd.id}/remove`), {})).statusCode).toBe(200);
  expect((await owner.post(path(`/${odd.id}/restore`), {})).statusCode).toBe(404);
});
