import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { blocked } from '../../../tests/support/blocked.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { auditRow } from '../../domain/audit/row.ts';
import type { EventData } from '../../protocol/events.ts';
import { PAGED, type PagedRow, type RowOf } from '../../protocol/resources/registry.ts';
import { change } from '../change/change.ts';
import { tellPagedGone } from '../change/told-paged.ts';
import { showRow } from '../identity/show-persons.ts';
import { NOBODY } from '../players/play-session.ts';
import { addPagedRows } from '../store/paged/rows.ts';
import { PERSON_ROWS } from '../players/joined-rows.ts';
import { joinPersons, undoJoin } from '../players/joins.ts';
import type { Publish } from '../realtime/contract.ts';
import { publish } from '../realtime/log.ts';
import { markRemoved, putRow, readPage } from './rows.ts';
import { tellPersons } from './tell-persons.ts';
import { addRow } from './write.ts';

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

async function stayOf(muster_id: string): Promise<void> {
  const about = { ...NOBODY, name: 'Ann', joined_before: false, verified: true, lobby: false };
  await test.deps.db
    .insertInto('play_sessions')
    .values({ ...about, id: nextId(), server_id: server, muster_id, joined_at: 1, left_at: 2 })
    .execute();
}

/** An entry of the audit about players, and what it is found by. */
async function entryAbout(...players: readonly string[]): Promise<PagedRow<'audit'>> {
  const told = { id: nextId(), server_id: server, at: 1, action: 'actions.server-kick' };
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
  await undoJoinOf(other);
  await runJobs();
}

async function undoJoinOf(other: string): Promise<void> {
  const { db } = test.deps;
  const { id } = await db
    .selectFrom('person_joins')
    .select('id')
    .where('other', '=', other)
    .executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => undoJoin(trx, id, 6, null));
}

/** As the host does, and once more, since it may have died before it said so. */
async function runJobs(log: Publish = test.publish): Promise<void> {
  const { db } = test.deps;
  const jobs = await db.deleteFrom('jobs').returning('payload').execute();
  for (const { payload } of jobs) await tellPersons({ ...test.deps, publish: log }, payload);
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
  const keptBy = test.publish.facts.map(({ kept: one }) => (one as EventData<'row:put'>).row);
  expect(keptBy).toEqual([note]);
  await undo(from);
  expect(told().at(-1)).toEqual(['row:put', note]);
  expect(await about()).toEqual([
    [note.id, from],
    [theirs.id, other],
  ]);
  expect(await kept()).toEqual(before);
});

it('a server on which somebody was hears whose ids theirs are, and no other does', async () => {
  const [first, from] = [await aPlayer(), await aPlayer()];
  await stayOf(from);
  const here = server;
  server = nextId();
  await storeServer(test.deps.db, server);
  await noteAbout(from);
  const joined = () =>
    test.publish.facts
      .filter(({ stream }) => stream.endsWith('/persons'))
      .map(({ stream, event, data }) => [stream, event, data]);
  await become(first, from);
  const row = { id: from, server_id: here, person: first };
  const stream = `server/${here}/persons`;
  expect(joined()).toEqual([[stream, 'row:put', { resource: 'persons', server_id: here, row }]]);
  const { db } = test.deps;
  const read = (of: string) => db.transaction().execute((trx) => PERSON_ROWS.read(trx, of, null));
  expect([await read(here), await read(server)]).toEqual([[row], []]);
  await undo(from);
  expect(joined().at(-1)).toEqual([
    stream,
    'row:gone',
    { resource: 'persons', server_id: here, id: from },
  ]);
  expect(await read(here)).toEqual([]);
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

it('what is written beside a join is told as about the person of after it', async () => {
  const { db } = test.deps;
  const [first, from] = [await aPlayer(), await aPlayer()];
  await stayOf(from);
  const context = { ...test.deps, now: 1 };
  const by = { at: 1, muster_id: nextId(), display_name: 'Owner' };
  const place = { resource: 'notes', server_id: server, id: nextId() } as const;
  const joining = await db.startTransaction().execute();
  await joinPersons(joining, { one: first, other: from, kind: 'hand' }, 5);
  const writing = [
    addRow(context, place, { player_id: from, comment: 'the same person' }, by),
    change(context, async (made) => {
      const resource = `server/${server}`;
      made.audit({ resource, action: 'actions.server-kick', detail: { players: [from] } });
    }),
  ];
  await blocked(db, writing.length);
  await joining.commit().execute();
  await Promise.all(writing);
  const about = test.publish.facts.map(({ data }) => {
    const { row } = data as EventData<'row:put'>;
    return 'player_id' in row ? row.player_id : 'things' in row ? row.things : null;
  });
  expect(about).toHaveLength(3);
  expect(about.flat()).toContain(first);
  expect(about.flat()).not.toContain(from);
});

it('a list that names none of them is as it was, also where it has doubles', () => {
  const [from, is] = [nextId(), nextId()];
  const told = { id: nextId(), server_id: server, at: 1, action: 'actions.server-kick' };
  const row = auditRow({ ...told, detail: { players: [from, is], days: [1, 1] } }, null);
  const who = (id: string) => (id === from ? is : id);
  expect(showRow(PAGED.audit, row, who).row.detail).toEqual({ players: [is], days: [1, 1] });
});

/** What is kept of what was told of rows, by whom it is about. */
async function wordsOf(...ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ subject: string; data: unknown }>`
    select subject, data from event_personal where subject = any(${ids}::text[])
  `.execute(test.deps.db);
  return rows.map(({ subject, data }) => `${ids.indexOf(subject)} ${JSON.stringify(data)}`);
}

it('what is told by the log stays with whom it is about, while a join holds and after it', async () => {
  const { db } = test.deps;
  const [first, from] = [await aPlayer(), await aPlayer()];
  const of = { id: nextId(), server_id: server, at: 1, action: 'actions.server-kick', detail: {} };
  const about = { target: { id: from, name: 'words of the second' }, text: null };
  const entry = auditRow(of, { id: first, name: 'words of the first' }, about);
  await db.transaction().execute((trx) => addPagedRows(trx, 'audit', [entry]));
  await noteAbout(from, 'words of the second');
  const gone = async () => {
    const context = { ...test.deps, publish, now: 1 };
    await change(context, (made) => tellPagedGone(made, 'audit', [entry]));
  };
  await db
    .transaction()
    .execute((trx) => joinPersons(trx, { one: first, other: from, kind: 'hand' }, 5));
  await runJobs(publish);
  await gone();
  await undoJoinOf(from);
  await runJobs(publish);
  await gone();
  const words = await wordsOf(first, from);
  const saying = (text: string) => words.filter((one) => one.includes(text));
  expect(saying('words of the first').every((one) => one.startsWith('0'))).toBe(true);
  expect(saying('words of the second').every((one) => one.startsWith('1'))).toBe(true);
  // Twice each: of the note, and of the entry as it was told and as it went.
  expect([saying('words of the first').length, saying('words of the second').length]).toEqual([
    4, 6,
  ]);
});
