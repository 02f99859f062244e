import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { startFaultProxy, type FaultProxy } from '../../../tests/support/fault-proxy.ts';
import { newId } from '../store/ids.ts';
import { startListener } from './listener.ts';
import { CHANNEL, encodeControl, type Control } from './notice.ts';

const WAIT = { timeout: 15_000, interval: 20 };

let database: TestDatabase;
let proxy: FaultProxy;

beforeAll(async () => {
  database = await createTestDatabase();
  const { host, port } = database.connection;
  // A folder is where the socket of PostgreSQL is.
  proxy = await startFaultProxy(() => (host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : port));
});
afterAll(async () => {
  await proxy.stop();
  await database.drop();
});

it('a host that finds no database hears the others again as soon as there is one', async () => {
  const told: Control[] = [];
  const listening: boolean[] = [];
  const lost: Error[] = [];
  const listener = await startListener({
    connection: { ...database.connection, host: '127.0.0.1', port: proxy.port },
    hostId: newId(0),
    onEvents: () => undefined,
    onControl: (control) => told.push(control),
    onListening: (again) => listening.push(again),
    onLost: (error) => lost.push(error),
  });
  proxy.cut();
  await vi.waitUntil(() => lost.length > 0, WAIT);
  expect(listener.listening).toBe(false);
  const refused = proxy.refused();
  await vi.waitUntil(() => proxy.refused() >= refused + 3, WAIT);
  // The loss itself, and each attempt in vain, with what went wrong as it was told.
  await vi.waitUntil(() => lost.length >= 3, WAIT);
  expect(lost.filter((error) => error.message.startsWith('Error:'))).toEqual([]);
  proxy.heal();
  await vi.waitUntil(() => listener.listening, WAIT);
  expect(listening).toEqual([false, true]);

  const id = newId(0);
  const other = new pg.Client(database.connection);
  await other.connect();
  const notice = encodeControl({ kind: 'server-changed', id });
  await other.query('select pg_notify($1, $2)', [CHANNEL, notice]);
  await other.end();
  await vi.waitUntil(() => told.some((control) => control.kind === 'server-changed'), WAIT);
  expect(told.find(({ kind }) => kind === 'server-changed')).toEqual({
    kind: 'server-changed',
    id,
  });

  proxy.cut();
  await listener.stop();
  const after = proxy.refused();
  proxy.heal();
  expect([listener.listening, proxy.open(), proxy.refused()]).toEqual([false, 0, after]);
});
