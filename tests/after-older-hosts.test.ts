/** What a host of an older version leaves undone beside a new one, the next start of a new one does. */
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { serverPermissions, serverResource } from '../src/host/access/grants.ts';
import { SERVER_PERMISSION } from '../src/protocol/permissions.ts';
import { serverStream } from '../src/protocol/streams.ts';
import { createTestAccount, createTestServer } from './support/accounts.ts';
import { startLiveHost } from './support/live-host.ts';

const WAIT = { timeout: 15_000, interval: 20 };

test('what cannot be done after an older host keeps nothing else from being done', async () => {
  const host = await startLiveHost();
  const { db } = host.deps;
  const { id: owner } = await createTestAccount(host.app, host.deps);
  const server = await createTestServer(host.deps, owner, { rcon_port: null, rcon_password: null });
  await db.deleteFrom('grants').where('resource', '=', serverResource(server)).execute();
  await sql`alter table grants add constraint closed check (false) not valid`.execute(db);
  const left = serverStream('e'.repeat(24), 'notes');
  await db.insertInto('streams').values({ stream: left, head: 3 }).execute();
  const next = await startLiveHost(host);
  const streams = () =>
    db.selectFrom('streams').where('stream', '=', left).select('head').execute();
  await expect.poll(streams, WAIT).toEqual([]);
  expect(await serverPermissions(db, owner, server)).toEqual([]);
  await next.stop();
  await host.stop();
});

test('a host that starts gives owners what they lack, and removes streams of servers that are gone', async () => {
  const host = await startLiveHost();
  const { db } = host.deps;
  const { id: owner } = await createTestAccount(host.app, host.deps);
  const server = await createTestServer(host.deps, owner, { rcon_port: null, rcon_password: null });
  await db
    .deleteFrom('grants')
    .where('resource', '=', serverResource(server))
    .where('permission', 'like', 'server.notes.%')
    .execute();
  const left = serverStream('f'.repeat(24), 'notes');
  await db.insertInto('streams').values({ stream: left, head: 3 }).execute();
  const next = await startLiveHost(host);
  await vi.waitUntil(async () => {
    const held = await serverPermissions(db, owner, server);
    return held.length === SERVER_PERMISSION.length;
  }, WAIT);
  const streams = () =>
    db.selectFrom('streams').where('stream', '=', left).select('head').execute();
  await expect.poll(streams, WAIT).toEqual([]);
  await next.stop();
  await host.stop();
});
