import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { untilLocked } from '../../../tests/support/until-locked.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { auditRow } from '../../domain/audit/row.ts';
import type { EventData } from '../../protocol/events.ts';
import type { PagedRow, RowOf } from '../../protocol/resources/registry.ts';
import { addPagedRows } from '../store/paged/rows.ts';
import { mergePlayers } from '../players/merge.ts';
import { moveLeftRows, moveRows } from './move-rows.ts';
import { markRemoved, putRow } from './rows.ts';

let test: TestDeps;
let server: string;
let made = 0;
const nextId = () => (made += 1).toString(16).padStart(24, '0');

beforeAll(async () => {
  test = await createTestDeps();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.publish.facts.length = 0;
  server = nextId();
  await storeServer(test.deps.db, server);
});

async function aPlayer(): Promise<string> {
  const muster_id = nextId();
  await test.deps.db
    .insertInto('players')
    .values({ muster_id, name: 'Ann', first_seen: 1, last_seen: 1 })
    .execute();
  return muster_id;
}

async function noteAbout(player_id: string, comment = 'the same person'): Promise<RowOf<'notes'>> {
  const note = {
    id: nextId(),
    server_id: server,
    player_id,
    player_name: 'Ann',
    comment,
    issuer_id: nextId(),
    issuer_name: 'Owner',
    created: 1,
    edited: null,
  };
  await test.deps.db.transaction().execute((trx) => putRow(trx, 'notes', note));
  return note;
}

/** An entry of the audit about players, and what it is found by. */
async function entryAbout(...players: readonly string[]): Promise<PagedRow<'audit'>> {
  const told = { id: nextId(), server_id: server, at: 1, action: 'actions.kick' };
  const entry = auditRow({ ...told, detail: { players } }, null);
  await test.deps.db.transaction().execute((trx) => addPagedRows(trx, 'audit', [entry]));
  return entry;
}

async function foundAbout(player: string): Promise<readonly unknown[]> {
  const { rows } = await sql<{ id: string; things: unknown }>`
    select id, data->'things' as things from paged_audit
    where server_id = ${server} and key_things @> array[${player}] order by id
  `.execute(test.deps.db);
  return rows.map(({ id, things }) => [id, things]);
}

const become = (from: string, into: string) =>
  test.deps.db.transaction().execute((trx) => mergePlayers(trx, [{ from, into }], 5));

async function about(): Promise<readonly unknown[]> {
  const { rows } = await sql<{ id: string; player: string }>`
    select id, data->>'player_id' as player from resource_rows where server_id = ${server} order by id
  `.execute(test.deps.db);
  return rows.map(({ id, player }) => [id, player]);
}

const told = () =>
  test.publish.facts.map(({ event, data }) => [event, (data as EventData<'row:put'>).row]);
const toldOfPages = () =>
  test.publish.facts.map(({ stream, data }) => [stream, data as EventData<'row:put'>]);

it('notes about a player who turns out to be another one are about that one, and that is told', async () => {
  const [from, into, other] = [await aPlayer(), await aPlayer(), await aPlayer()];
  const note = await noteAbout(from);
  const gone = await noteAbout(from, 'removed before');
  const place = { resource: 'notes', server_id: server, id: gone.id } as const;
  await test.deps.db.transaction().execute((trx) => markRemoved(trx, place, 3));
  const theirs = await noteAbout(other);
  await become(from, into);
  const job = await test.deps.db
    .selectFrom('jobs')
    .select(['payload', 'run_at'])
    .where('key', '=', from)
    .executeTakeFirstOrThrow();
  expect(job.run_at).toBe(5);
  await moveRows(test.deps, job.payload);
  await moveRows(test.deps, job.payload);
  expect(await about()).toEqual([
    [note.id, into],
    [gone.id, into],
    [theirs.id, other],
  ]);
  expect(told()).toEqual([['row:put', { ...note, player_id: into }]]);
});

it('one that cannot be read is moved too, and keeps no other from it', async () => {
  const [from, into] = [await aPlayer(), await aPlayer()];
  const odd = await noteAbout(from);
  const note = await noteAbout(from);
  await sql`
    update resource_rows set data = data - 'comment' where id = ${odd.id}
  `.execute(test.deps.db);
  await become(from, into);
  await moveRows(test.deps, { from, into });
  expect(await about()).toEqual([
    [odd.id, into],
    [note.id, into],
  ]);
  expect(told()).toEqual([['row:put', { ...note, player_id: into }]]);
});

it('nobody becomes a third one while a note is given to the second', async () => {
  const { db } = test.deps;
  const [first, second, third] = [await aPlayer(), await aPlayer(), await aPlayer()];
  const note = await noteAbout(first);
  await become(first, second);
  let moving: Promise<void> = Promise.resolve();
  let becoming: Promise<void> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await sql`select from resource_rows where id = ${note.id} for update`.execute(trx);
    moving = moveRows(test.deps, { from: first, into: second });
    await untilLocked(db);
    becoming = become(second, third);
    await untilLocked(db, 2);
  });
  await Promise.all([moving, becoming]);
  expect(await about()).toEqual([[note.id, second]]);
  await moveRows(test.deps, { from: second, into: third });
  expect(await about()).toEqual([[note.id, third]]);
});

it('what names a player who became another one without a job is found', async () => {
  const [from, into, other] = [await aPlayer(), await aPlayer(), await aPlayer()];
  const note = await noteAbout(from);
  const theirs = await noteAbout(other);
  await become(from, into);
  await moveLeftRows(test.deps);
  expect(await about()).toEqual([
    [note.id, into],
    [theirs.id, other],
  ]);
});

it('entries of the audit about a player who turns out to be another one are found by that one', async () => {
  const [from, into, other] = [await aPlayer(), await aPlayer(), await aPlayer()];
  const both = await entryAbout(other, from, into);
  const before = await entryAbout(from);
  const theirs = await entryAbout(other);
  await become(from, into);
  await moveRows(test.deps, { from, into });
  await moveRows(test.deps, { from, into });
  expect(await foundAbout(from)).toEqual([]);
  expect(await foundAbout(into)).toEqual([
    [both.id, [other, into]],
    [before.id, [into]],
  ]);
  expect(await foundAbout(other)).toEqual([
    [both.id, [other, into]],
    [theirs.id, [other]],
  ]);
  const row = { ...before, detail: { players: [into] }, things: [into] };
  const data = { resource: 'audit', server_id: server, row, before };
  expect(toldOfPages()).toHaveLength(2);
  expect(toldOfPages()).toContainEqual([`server/${server}/audit`, data]);
});

it('an entry that names a player who became another one without a job is found', async () => {
  const [from, into, other] = [await aPlayer(), await aPlayer(), await aPlayer()];
  const entry = await entryAbout(from);
  await entryAbout(other);
  await become(from, into);
  await moveLeftRows(test.deps);
  expect(await foundAbout(into)).toEqual([[entry.id, [into]]]);
  expect(toldOfPages()).toHaveLength(1);
});

it('an entry that cannot be read is logged with its id, and keeps no other from being moved', async () => {
  const [from, into] = [await aPlayer(), await aPlayer()];
  const odd = await entryAbout(from);
  const entry = await entryAbout(from);
  await sql`
    update paged_audit set data = (data::jsonb - 'action')::json where id = ${odd.id}
  `.execute(test.deps.db);
  await moveRows(test.deps, { from, into });
  expect(await foundAbout(into)).toEqual([[entry.id, [into]]]);
  expect(test.logged.filter((line) => line.includes(odd.id))).toEqual([
    expect.stringContaining('cannot be read'),
  ]);
  expect(test.logged.join()).not.toContain(entry.id);
});
