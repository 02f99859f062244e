import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { auditRow } from '../../domain/audit/row.ts';
import type { EventData } from '../../protocol/events.ts';
import type { PagedRow, RowOf } from '../../protocol/resources/registry.ts';
import { addPagedRows } from '../store/paged/rows.ts';
import { joinPersons, undoJoin } from '../players/joins.ts';
import { markRemoved, putRow, readPage } from './rows.ts';
import { tellPersons } from './tell-persons.ts';

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
    .values({ muster_id, name: 'Ann', first_seen: made, last_seen: made })
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

/** The first, who was seen first, and the second are one person. */
async function become(one: string, other: string): Promise<void> {
  const { db } = test.deps;
  await db.transaction().execute((trx) => joinPersons(trx, { one, other, kind: 'hand' }, 5));
  await runJobs();
}

async function undo(other: string): Promise<void> {
  const { db } = test.deps;
  const { id } = await db
    .selectFrom('person_joins')
    .select('id')
    .where('other', '=', other)
    .executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => undoJoin(trx, id, 6, null));
  await runJobs();
}

/** As the host does, and once more, since it may have died before it said so. */
async function runJobs(): Promise<void> {
  const { db } = test.deps;
  const jobs = await db.deleteFrom('jobs').returning('payload').execute();
  for (const { payload } of jobs) await tellPersons(test.deps, payload);
}

/** Everything that is kept. */
async function kept(): Promise<unknown> {
  const { rows: notes } = await sql`select * from resource_rows order by id`.execute(test.deps.db);
  const { rows: audit } = await sql`select * from paged_audit order by id`.execute(test.deps.db);
  return { notes, audit };
}

/** Whom the notes of the server are about, as they are read. */
async function about(): Promise<readonly unknown[]> {
  const { db } = test.deps;
  const asked = { resource: 'notes', server_id: server, after: null, limit: 10 } as const;
  const { rows } = await db.transaction().execute((trx) => readPage(trx, asked));
  return (rows as readonly RowOf<'notes'>[]).map(({ id, player_id }) => [id, player_id]).toSorted();
}

const told = () =>
  test.publish.facts.map(({ event, data }) => [event, (data as EventData<'row:put'>).row]);

it('notes about a player are shown as about the person, and told so; what is kept is as it was', async () => {
  const [first, from, other] = [await aPlayer(), await aPlayer(), await aPlayer()];
  const note = await noteAbout(from);
  const gone = await noteAbout(from, 'removed before');
  const place = { resource: 'notes', server_id: server, id: gone.id } as const;
  await test.deps.db.transaction().execute((trx) => markRemoved(trx, place, 3));
  const theirs = await noteAbout(other);
  const before = await kept();
  await become(first, from);
  expect(told()).toEqual([['row:put', { ...note, player_id: first }]]);
  expect(await about()).toEqual([
    [note.id, first],
    [theirs.id, other],
  ]);
  expect(await kept()).toEqual(before);
  // What is personal in what was told goes with whom it is about, whatever becomes of the join.
  expect(test.publish.facts.map(({ under }) => under)).toEqual([{ [first]: from }]);
  await undo(from);
  expect(told().at(-1)).toEqual(['row:put', note]);
  expect(await about()).toEqual([
    [note.id, from],
    [theirs.id, other],
  ]);
  expect(await kept()).toEqual(before);
});

it('a note that cannot be read keeps no other from being told', async () => {
  const [first, from] = [await aPlayer(), await aPlayer()];
  const odd = await noteAbout(from);
  const note = await noteAbout(from);
  await sql`
    update resource_rows set data = data - 'comment' where id = ${odd.id}
  `.execute(test.deps.db);
  await become(first, from);
  expect(told()).toEqual([['row:put', { ...note, player_id: first }]]);
});

it('entries of the audit are shown as about the person, and told as they were shown before', async () => {
  const [first, from, other] = [await aPlayer(), await aPlayer(), await aPlayer()];
  const both = await entryAbout(other, from, first);
  const one = await entryAbout(from);
  await entryAbout(other);
  const before = await kept();
  await become(first, from);
  const shown = (entry: PagedRow<'audit'>, ...people: readonly string[]) => {
    return { ...entry, detail: { players: people }, things: people };
  };
  const put = (row: object, was: object) => {
    return { resource: 'audit', server_id: server, row, before: was };
  };
  expect(test.publish.facts.map(({ stream, data }) => [stream, data])).toEqual([
    [`server/${server}/audit`, put(shown(both, other, first), both)],
    [`server/${server}/audit`, put(shown(one, first), one)],
  ]);
  test.publish.facts.length = 0;
  await undo(from);
  expect(test.publish.facts.map(({ data }) => data)).toEqual([
    put(both, shown(both, other, first)),
    put(one, shown(one, first)),
  ]);
  expect(await kept()).toEqual(before);
});

it('an entry that cannot be read is logged with its id, and keeps no other from being told', async () => {
  const [first, from] = [await aPlayer(), await aPlayer()];
  const odd = await entryAbout(from);
  const entry = await entryAbout(from);
  await sql`
    update paged_audit set data = (data::jsonb - 'action')::json where id = ${odd.id}
  `.execute(test.deps.db);
  await become(first, from);
  expect(test.publish.facts).toHaveLength(1);
  expect(test.logged.filter((line) => line.includes(odd.id))).toEqual([
    expect.stringContaining('cannot be read'),
  ]);
  expect(test.logged.join()).not.toContain(entry.id);
});
