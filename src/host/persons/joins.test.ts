import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import {
  createTestApp,
  createTestDeps,
  type TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { CALLS } from '../../protocol/calls.ts';
import { grant, serverResource } from '../access/grants.ts';
import { idsOf } from '../identity/persons.ts';
import { joinPersons } from '../players/joins.ts';
import { sessionCalls } from '../session/calls.ts';
import type { Database } from '../store/database.ts';
import { personJoin, personJoins, personPart } from './joins.ts';

const hex = (digit: string) => digit.repeat(24);
const [open, closed] = [hex('e'), hex('f')];
const [ada, bob, cyd] = [hex('a'), hex('b'), hex('c')];

let test: TestDeps;
let db: Database;
let app: FastifyInstance;
let operator: { readonly id: string; readonly browser: TestBrowser };

beforeAll(async () => {
  test = await createTestDeps();
  ({ db } = test.deps);
  app = await createTestApp(test.deps, { ...sessionCalls, personJoin, personJoins, personPart });
  operator = await createTestAccount(app, test.deps, ['host.operate']);
  for (const id of [open, closed]) await storeServer(db, id);
  await grant(db, operator.id, serverResource(open), ['server.view'], null, 0);
});
beforeEach(async () => {
  await sql`truncate players, play_sessions, person_joins, persons cascade`.execute(db);
  for (const [at, [player, server]] of (
    [
      [ada, open],
      [bob, open],
      [cyd, closed],
    ] as const
  ).entries()) {
    await sql`insert into players values (${player}, ${`player ${at}`}, ${at + 1}, 9)`.execute(db);
    await sql`
      insert into play_sessions
        (id, server_id, muster_id, name, joined_at, joined_before, verified, lobby)
      values (${player}, ${server}, ${player}, ${`player ${at}`}, 1, false, true, false)
    `.execute(db);
  }
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const post = (path: string, body: Record<string, unknown>) =>
  operator.browser.post(`/app/v1/persons/${path}`, body);

async function joinsOf(id: string) {
  const answer = await operator.browser.get(`/app/v1/persons/${id}/joins`);
  return CALLS.personJoins.answer.parse(answer.json()).joins;
}

it('joins two by hand, says by whom, and parts them: each session keeps its own id', async () => {
  const answer = await post(`${bob}/join`, { other: ada });
  expect(answer.json()).toEqual({ muster_id: ada });
  expect(new Set(await idsOf(db, bob))).toEqual(new Set([ada, bob]));
  const [join, ...more] = await joinsOf(ada);
  expect(more).toEqual([]);
  expect(join).toMatchObject({
    one: { muster_id: bob, name: 'player 1' },
    other: { muster_id: ada, name: 'player 0' },
    kind: 'hand',
    by: { muster_id: operator.id },
    undoable: true,
  });
  const { rows } = await sql<{ id: string }>`
    select muster_id as id from play_sessions order by id
  `.execute(db);
  expect(rows.map(({ id }) => id)).toEqual([ada, bob, cyd]);
  expect((await post(`${ada}/part`, { join: join?.id })).json()).toEqual({ status: true });
  expect(await idsOf(db, bob)).toEqual([bob]);
  expect(await joinsOf(ada)).toEqual([]);
  const { rows: audited } = await sql<{ action: string }>`
    select data->>'action' as action from paged_oversight
    where data->>'action' like 'player.%' order by id
  `.execute(db);
  expect(audited.map(({ action }) => action)).toEqual(['player.join', 'player.part']);
});

it('tells nothing of whom the operator may not see, and joins them to nobody', async () => {
  for (const [one, other] of [
    [ada, cyd],
    [cyd, ada],
    [ada, hex('9')],
  ] as const) {
    expect((await post(`${one}/join`, { other })).statusCode).toBe(404);
  }
  expect((await operator.browser.get(`/app/v1/persons/${cyd}/joins`)).statusCode).toBe(404);
  expect(await idsOf(db, ada)).toEqual([ada]);
});

it('never makes two accounts one, nor parts a link or what is of another person', async () => {
  const other = await createTestAccount(app, test.deps);
  const both = await post(`${operator.id}/join`, { other: other.id });
  expect(both.json()).toMatchObject({ code: 'two-accounts' });
  const join = (one: string, to: string, kind: 'link' | 'hand') =>
    db.transaction().execute((trx) => joinPersons(trx, { one, other: to, kind }, 1));
  await join(operator.id, ada, 'link');
  const [link] = await joinsOf(ada);
  expect(link).toMatchObject({ kind: 'link', undoable: false });
  expect((await post(`${ada}/part`, { join: link?.id })).statusCode).toBe(404);
  expect((await post(`${bob}/part`, { join: link?.id })).statusCode).toBe(404);
  expect(await idsOf(db, ada)).toContain(operator.id);
});

it('is for whoever operates the host', async () => {
  const { browser } = await createTestAccount(app, test.deps);
  const answer = await browser.post(`/app/v1/persons/${ada}/join`, { other: bob });
  expect(answer.statusCode).toBe(403);
});
