import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHost, type RunningHost } from '../src/host/host.ts';
import { createLogger } from '../src/host/logger.ts';
import { grantOwnServer } from '../src/host/access/grants.ts';
import { readSettings } from '../src/host/settings.ts';
import { openDatabase, type OpenDatabase } from '../src/host/store/database.ts';
import { newId } from '../src/host/store/ids.ts';
import { CLOSE } from '../src/protocol/close-codes.ts';
import { CALLS } from '../src/protocol/calls.ts';
import { accountStream, serverStream } from '../src/protocol/streams.ts';
import { storeServer } from './support/stored-server.ts';
import { founder } from './support/accounts.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { SocketClient } from './support/socket-client.ts';

let database: TestDatabase;
let open: OpenDatabase;
let dataDir: string;
let host: RunningHost;
const clients: SocketClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'muster-host-'));
  host = await startHost({
    settings: readSettings({ PORT: '0', MUSTER_DATA: dataDir, MUSTER_SIGNUP: 'open' }, dataDir),
    connection: database.connection,
    log: createLogger('silent'),
    portalDir: join(dataDir, 'portal'),
    clock: Date.now,
  });
  open = openDatabase({ connection: database.connection, onIdleError: () => undefined });
});

afterAll(async () => {
  for (const client of clients) client.kill();
  await host.stop();
  await open.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

/** A browser over real HTTP. */
class Browser {
  readonly #cookies = new Map<string, string>();
  id = '';

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async get(path: string): Promise<Record<string, unknown>> {
    return this.#fetch(path, null);
  }

  async post(path: string, body: object): Promise<Record<string, unknown>> {
    const { acsrf_token } = await this.get('/app/v1/@me/acsrf-token');
    return this.#fetch(path, JSON.stringify({ ...body, acsrf_token }));
  }

  connect(): SocketClient {
    const client = new SocketClient(`${host.address.replace('http', 'ws')}/connect`, {
      cookie: this.cookie,
      origin: host.address,
    });
    clients.push(client);
    return client;
  }

  async #fetch(path: string, body: string | null): Promise<Record<string, unknown>> {
    const headers = { cookie: this.cookie, origin: host.address };
    const response = await fetch(
      host.address + path,
      body === null
        ? { headers }
        : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body },
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return (await response.json()) as Record<string, unknown>;
  }
}

async function enter(path: 'found' | 'sign-up', username: string): Promise<Browser> {
  const browser = new Browser();
  const body = { ...founder, username, email: `${username}@example.org` };
  expect(await browser.post(`/app/v1/auth/${path}`, body)).toMatchObject({ status: true });
  const { muster_id } = await browser.get('/app/v1/@me/session');
  browser.id = String(muster_id);
  return browser;
}

it('founds, signs up, gives a permission to an open socket, takes it, and signs out everywhere', async () => {
  expect(host.setupCode).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  const ada = await enter('found', 'ada');
  const grace = await enter('sign-up', 'grace');
  const server = newId(Date.now());
  await storeServer(open.db, server);
  await open.db.transaction().execute((trx) => grantOwnServer(trx, ada.id, server, Date.now()));

  const socket = grace.connect();
  const ack = await socket.hello();
  expect(ack.data.streams.map(({ stream }) => stream)).toEqual([accountStream(grace.id)]);

  const personnel = `/app/v1/server/${server}/personnel`;
  const given = { identifier: 'grace', permissions: ['server.view'] };
  const list = serverStream(server, 'list');
  expect(await ada.post(personnel, given)).toMatchObject({ code: 'invite-first' });
  const invited = { ...given, request_id: '1'.repeat(24), server_ids: [server], email: null };
  const { invite_id: invitation } = CALLS.inviteCreate.answer.parse(
    await ada.post('/app/v1/invites/create', invited),
  );
  await grace.post(`/app/v1/invites/${invitation}/answer`, { accept: true });
  await socket.expect('update', ({ data }) => data.reason === 'permissions');
  await socket.expect('event_subscription', ({ data }) =>
    data.attached.some(({ stream }) => stream === list),
  );
  expect(await ada.post(personnel, { ...given, permissions: [] })).toMatchObject({ status: true });
  await socket.expect('event_subscription', ({ data }) => data.detached.includes(list));

  expect(await grace.post('/app/v1/@me/logout', {})).toEqual({ status: true });
  await socket.until(() => socket.closed !== null);
  expect(socket.closed?.code).toBe(CLOSE.SIGNED_OUT);
});
