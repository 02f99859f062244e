import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMigratedDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { serverStream } from '../../protocol/streams.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { startListener } from '../realtime/listener.ts';
import { publish } from '../realtime/log.ts';
import { openDatabase, type OpenDatabase } from '../store/database.ts';
import { secretsOf } from '../store/secrets/secrets.ts';
import { deleteServer, REMOVE_STREAMS, removeLeftStreams } from './delete-job.ts';
import { beat, releaseLeases, takeLeases } from './leases.ts';

const id = '1'.repeat(24);
const host = 'a'.repeat(24);

let database: TestDatabase;
let open: OpenDatabase;

beforeAll(async () => {
  database = await createMigratedDatabase();
  open = openDatabase({ connection: database.connection, onIdleError: () => undefined });
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
  await storeServer(db, id);
  await beat(db, host);
  await takeLeases(db, host, [id]);
  const secrets = secretsOf(Buffer.alloc(32, 7));
  const deps = { db, publish, secrets, clock: () => 5 };
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
