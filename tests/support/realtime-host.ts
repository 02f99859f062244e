import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import pino from 'pino';
import { Registry } from 'prom-client';
import { grant, serverResource } from '../../src/host/access/grants.ts';
import { publish } from '../../src/host/realtime/log.ts';
import { realtimeMetrics } from '../../src/host/realtime/metrics.ts';
import { startRealtime, type Realtime } from '../../src/host/realtime/realtime.ts';
import type { SocketSession } from '../../src/host/realtime/sockets.ts';
import { openDatabase, type OpenDatabase } from '../../src/host/store/database.ts';
import { newId } from '../../src/host/store/ids.ts';
import type { ServerPermission } from '../../src/protocol/permissions.ts';
import { createMigratedDatabase } from './database.ts';
import { NO_DISPLAYS } from './no-displays.ts';
import { SocketClient } from './socket-client.ts';

/** The realtime side of a host alone, on a port of its own. */
export interface RealtimeHost {
  readonly realtime: Realtime;
  readonly registry: Registry;
  readonly url: string;
}

/** Two hosts on one database, and whoever connects to them. */
export interface RealtimeTest {
  readonly open: OpenDatabase;
  readonly hosts: readonly [RealtimeHost, RealtimeHost];
  /** A socket; it has not said hello. Its session lasts so many milliseconds. */
  connect(account: string, host?: 0 | 1, session?: string, lasts?: number): SocketClient;
  /** The socket of a screen that an account has paired; it has not said hello. */
  connectDisplay(display: string, owner: string): SocketClient;
  /** Gives an account permissions on a server, and tells the hosts. */
  allow(account: string, server: string, permissions: readonly ServerPermission[]): Promise<void>;
  /** Ends every socket and forgets everything that was told and given. */
  reset(): Promise<void>;
  close(): Promise<void>;
  /** What happens between reading a socket's session and admitting it. */
  whileAdmitting: () => Promise<void>;
}

/** Starts it. Sessions are made as they are named: the header `x-account` is `<account> <session> <milliseconds>`. */
export async function startRealtimeTest(): Promise<RealtimeTest> {
  const database = await createMigratedDatabase();
  const open = openDatabase({
    connection: database.connection,
    max: 20,
    onIdleError: () => undefined,
  });
  const servers: Server[] = [];
  const clients: SocketClient[] = [];
  const hosts = [await startHost(), await startHost()] as const;
  const test: RealtimeTest = {
    open,
    hosts,
    connect(account, host = 0, session = newId(0), lasts = 60_000) {
      const client = new SocketClient(hosts[host].url, {
        'x-account': `${account} ${session} ${lasts}`,
      });
      clients.push(client);
      return client;
    },
    connectDisplay(display, owner) {
      const client = new SocketClient(hosts[1].url, { 'x-display': `${display} ${owner}` });
      clients.push(client);
      return client;
    },
    allow: (account, server, permissions) =>
      open.db.transaction().execute(async (trx) => {
        await grant(trx, account, serverResource(server), permissions, null, 0);
        await publish.grantsChanged(trx, account);
      }),
    async reset() {
      for (const client of clients.splice(0)) client.kill();
      await sql`truncate streams, event_log, event_personal, grants`.execute(open.db);
    },
    async close() {
      for (const host of hosts) await host.realtime.stop();
      for (const server of servers) await new Promise((resolve) => server.close(resolve));
      await open.close();
      await database.drop();
    },
    whileAdmitting: async () => undefined,
  };
  return test;

  async function startHost(): Promise<RealtimeHost> {
    const registry = new Registry();
    const realtime = await startRealtime({
      db: open.db,
      connection: database.connection,
      hostId: newId(0),
      build: 'test',
      clock: Date.now,
      log: pino({ level: 'silent' }),
      metrics: realtimeMetrics(registry),
      authenticate: async ({ headers }) => {
        const [display, owner] = String(headers['x-display'] ?? '').split(' ');
        if (display !== undefined && owner !== undefined) {
          const expiresAt = Date.now() + 60_000;
          const shown = { accountId: display, displayName: 'Hall', display: { owner } };
          return { id: newId(0), expiresAt, ...shown };
        }
        const [accountId, id, lasts] = String(headers['x-account'] ?? '').split(' ');
        if (accountId === undefined || id === undefined) return null;
        const session = await begin(id, accountId, Number(lasts));
        await test.whileAdmitting();
        return session;
      },
      originAllowed: ({ headers }) => headers.origin !== 'https://evil.example',
      addressOf: ({ socket }) => socket.remoteAddress ?? null,
      displays: { ...NO_DISPLAYS, lives: async (_, now) => now + 60_000 },
    });
    const http = createServer();
    servers.push(http);
    http.on('upgrade', (request, socket, head) => realtime.upgrade(request, socket, head));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    return { realtime, registry, url: `ws://127.0.0.1:${port}/connect` };
  }

  async function begin(id: string, accountId: string, lasts: number): Promise<SocketSession> {
    const expiresAt = Date.now() + lasts;
    await sql`
      insert into accounts (id, username, username_key, display_name, email, email_key,
        password_hash, status, plan, created_at)
      values (${accountId}, ${accountId}, ${accountId}, 'Ada', 'a@b.c', 'a@b.c', '', 1, 'free', 0)
      on conflict do nothing
    `.execute(open.db);
    await sql`
      insert into sessions (id, token_hash, account_id, created_at, expires_at, address, user_agent)
      values (${id}, ${Buffer.from(id)}, ${accountId}, 0, ${expiresAt}, '', '')
      on conflict do nothing
    `.execute(open.db);
    return { id, accountId, displayName: 'Ada', expiresAt };
  }
}
