import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMigratedDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { STORAGE_RULE as settings } from '../../../tests/support/storage-rule.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { serverStream } from '../../protocol/streams.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { startListener } from '../realtime/listener.ts';
import { publish } from '../realtime/log.ts';
import { openDatabase, type OpenDatabase } from '../store/database.ts';
import { secretsOf } from '../store/secrets/secrets.ts';
import { deleteServer, REMOVE_STREAMS, removeLeftStreams, removeStreams } from './delete-job.ts';
import { beat, releaseLeases, takeLeases } from './leases.ts';

const id = '1'.repeat(24);
const host = 'a'.repeat(24);
const owner = 'b'.repeat(24);

let database: TestDatabase;
let open: OpenDatabase;

const toGroup = async () => undefined;

beforeAll(async () => {
  database = await createMigratedDatabase();
  open = openDatabase({ connection: database.connection, onIdleError: () => undefined });
  await sql`
    insert into accounts (id, username, username_key, display_name, email, email_key, password_hash,
      status, titles, plan, created_at)
    values (${owner}, 'ada', 'ada', 'Ada', 'ada@example.org', 'ada@example.org', '', 2, '{}', 'free', 0)
  `.execute(open.db);
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

it('a server that two hosts delete at once goes once, when nobody runs it any more', async () => {
  const { db } = open;
  let begun = 0;
  const listener = await startListener({
    connection: database.connection,
    hostId: host,
    onEvents: () => undefined,
    onControl: ({ kind }) => {
      if (kind === 'server-changed') begun += 1;
    },
    onListening: () => undefined,
    onLost: () => undefined,
  });
  await storeServer(db, id, owner);
  await beat(db, host);
  await takeLeases(db, host, [id]);
  const secrets = secretsOf(Buffer.alloc(32, 7));
  const deps = { db, publish, secrets, settings, left: toGroup, clock: () => 5 };
  const both = [1, 2].map(() => deleteServer(deps, { server_id: id }));
  await vi.waitUntil(() => begun === 2, { timeout: 15_000 });
  const told = async () => {
    const { rows } = await sql<{ event: string; deleting: string | null }>`
      select event, data->'configuration'->>'deleting' as deleting from event_log
      where stream = ${serverStream(id, 'list')} order by seq
    `.execute(db);
    return rows.map(({ event, deleting }) => [event, deleting]);
  };
  expect(await told()).toEqual([['update:server', 'in-progress']]);
  await releaseLeases(db, host, [id]);
  await Promise.all(both);
  expect(await told()).toEqual([
    ['update:server', 'in-progress'],
    ['update:server', 'done'],
    ['server:destroy', null],
  ]);
  await deleteServer(deps, { server_id: id });
  expect(await told()).toHaveLength(3);
  await listener.stop();
});

it('a deletion that was cut off when it had begun is done by the next run', async () => {
  const { db } = open;
  const left = '9'.repeat(24);
  await storeServer(db, left, owner);
  await db.updateTable('servers').set({ deleting: 'in-progress' }).where('id', '=', left).execute();
  const secrets = secretsOf(Buffer.alloc(32, 7));
  await deleteServer(
    { db, publish, secrets, settings, left: toGroup, clock: () => 5 },
    { server_id: left },
  );
  const row = await db.selectFrom('servers').select('id').where('id', '=', left).executeTakeFirst();
  expect(row).toBeUndefined();
});

it('streams that an older host left of its deleted server go, those of others stay', async () => {
  const { db } = open;
  const [left, there, ends] = ['2', '3', '4'].map((digit) => digit.repeat(24)) as [
    string,
    string,
    string,
  ];
  await storeServer(db, there);
  const streams = [left, there, ends].map((server) => serverStream(server, 'notes'));
  await db
    .insertInto('streams')
    .values(streams.map((stream) => ({ stream, head: 0 })))
    .execute();
  const job = { kind: REMOVE_STREAMS, key: ends, payload: { server_id: ends }, runAt: 600_000 };
  await enqueue(db, job);
  await removeLeftStreams(db);
  const kept = await db
    .selectFrom('streams')
    .select('stream')
    .where('stream', 'in', streams)
    .orderBy('stream')
    .execute();
  expect(kept.map(({ stream }) => stream)).toEqual(streams.slice(1));
});

it('what is kept of a deleted server goes from every table, and what an older host left of one', async () => {
  const { db } = open;
  const [gone, left, there, ends] = ['5', '6', '7', '8'].map((digit) => digit.repeat(24));
  await storeServer(db, there!);
  const job = { kind: REMOVE_STREAMS, key: ends!, payload: { server_id: ends }, runAt: 600_000 };
  await enqueue(db, job);
  // What clears the list of its game is kept beyond the server, for a week.
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns c
    where table_schema = 'public' and column_name = 'server_id'
      and table_name not in ('population_samples', 'own_list_leftovers')
      and not exists (
        select from pg_constraint where contype = 'f' and confrelid = 'servers'::regclass
          and conrelid = c.table_name::regclass
      )
  `.execute(db);
  expect(tables.length).toBeGreaterThan(0);
  const serversOf = async (name: string) => {
    const { rows } = await sql<{ id: string }>`
      select distinct server_id as id from ${sql.table(name)} order by 1
    `.execute(db);
    return rows.map(({ id }) => id);
  };
  for (const { name } of tables) {
    for (const server of [gone, left, there, ends]) await addRow(name, server!);
  }
  await removeStreams(db, { server_id: gone });
  for (const { name } of tables) expect(await serversOf(name)).toEqual([left, there, ends]);
  await removeLeftStreams(db);
  for (const { name } of tables) {
    expect({ name, servers: await serversOf(name) }).toEqual({ name, servers: [there, ends] });
  }
});

/** A row about a server; whatever else it must have is made up. */
async function addRow(name: string, server: string): Promise<void> {
  const { rows } = await sql<{ column: string; type: string }>`
    select attname as column, atttypid::regtype::text as type from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and attnotnull and not atthasdef
      and attname <> 'server_id'
  `.execute(open.db);
  const fallback: Readonly<Record<string, string>> = {
    json: '{}',
    'text[]': '{}',
    bigint: '1',
    integer: '1',
  };
  await sql`
    insert into ${sql.table(name)} (${sql.join(['server_id', ...rows.map(({ column }) => column)].map((one) => sql.ref(one)))})
    values (${sql.join([server, ...rows.map(({ type }) => fallback[type] ?? server)])})
  `.execute(open.db);
}
