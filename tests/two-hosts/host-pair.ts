import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../../src/host/account/accounts.ts';
import { publish } from '../../src/host/realtime/log.ts';
import { change } from '../../src/host/change/change.ts';
import { startSession } from '../../src/host/identity/sessions.ts';
import { openDatabase, type OpenDatabase } from '../../src/host/store/database.ts';
import { loadSecretKey } from '../../src/host/store/secrets/secret-key.ts';
import { secretsOf, type Secrets } from '../../src/host/store/secrets/secrets.ts';
import type { SimServer } from '../../src/sim/server.ts';
import { serverBody } from '../support/added-server.ts';
import { createMigratedDatabase } from '../support/database.ts';
import { startHost, type RunningHost } from '../support/running-host.ts';

/** A host process, and when it had which server by what it logged itself. */
export interface PairedHost {
  readonly process: RunningHost;
  readonly began: readonly { readonly server: string; readonly at: number }[];
}

/** Two host processes on one database, and the account that is signed in to both. */
export interface HostPair {
  readonly hosts: readonly [PairedHost, PairedHost];
  readonly open: OpenDatabase;
  readonly cookie: string;
  readonly accountId: string;
  /** Adds a simulated server by the first host; answers its id. */
  add(sim: SimServer, identifier: string): Promise<string>;
  post(host: PairedHost, path: string, body: object): Promise<Response>;
  /** The host process that runs a server now, by the database; null while none does. */
  holder(server: string): Promise<PairedHost | null>;
  stop(): Promise<void>;
}

/** Starts two hosts as `npm start` with `DATABASE_URL` does: one key, one database, a port for each. */
export async function startHostPair(): Promise<HostPair> {
  const database = await createMigratedDatabase();
  const open = openDatabase({ connection: database.connection, onIdleError: () => undefined });
  const environment = { DATABASE_URL: database.connectionString, LOG_LEVEL: 'info' };
  const first = await startHost(environment);
  const second = await startHost({ ...environment, MUSTER_DATA: first.dataDir });
  const hosts = [paired(first), paired(second)] as const;
  const { cookie, accountId } = await signIn(open, secretsOf(await loadSecretKey(first.dataDir)));
  const hostIds = (host: PairedHost) =>
    [
      ...host.process
        .output()
        .matchAll(/"host":"([0-9a-f]{24})"[^\n]*"msg":"joins the hosts of the database"/g),
    ].map(([, id]) => id);

  const request = (host: PairedHost, path: string, body: object | null) => {
    const headers = { cookie, origin: host.process.origin, 'content-type': 'application/json' };
    const init =
      body === null ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    return fetch(host.process.origin + path, init);
  };
  const post = async (host: PairedHost, path: string, body: object) => {
    const token = (await (await request(host, '/app/v1/@me/acsrf-token', null)).json()) as object;
    return request(host, path, { ...token, ...body });
  };

  return {
    hosts,
    open,
    cookie,
    accountId,
    post,
    async add(sim, identifier) {
      const answer = await post(hosts[0], '/app/v1/servers/add', serverBody(sim, identifier));
      const text = await answer.text();
      const { server_id: id } = JSON.parse(text) as { server_id?: string };
      if (id === undefined) throw new Error(`The server was not added: ${text}`);
      return id;
    },
    async holder(server) {
      const row = await open.db
        .selectFrom('servers')
        .select('lease_host')
        .where('id', '=', server)
        .executeTakeFirstOrThrow();
      return hosts.find((host) => hostIds(host).includes(row.lease_host ?? '')) ?? null;
    },
    async stop() {
      for (const { process } of hosts) await process.stop();
      await open.close();
      await database.drop();
    },
  };
}

function paired(process: RunningHost): PairedHost {
  return {
    process,
    get began() {
      return process
        .output()
        .split('\n')
        .filter((line) => line.includes('"msg":"runs a server"'))
        .map((line) => JSON.parse(line) as { server: string; time: string })
        .map(({ server, time }) => ({ server, at: Date.parse(time) }));
    },
  };
}

async function signIn(
  { db }: OpenDatabase,
  secrets: Secrets,
): Promise<{ cookie: string; accountId: string }> {
  const now = Date.now();
  return change({ db, secrets, publish, now }, async (made) => {
    const accountId = await createAccount(made, {
      username: 'ada',
      displayName: 'Ada',
      email: 'ada@example.org',
      passwordHash: 'none',
      plan: 'community',
      titles: [],
      capabilities: ['host.server.create'],
      by: 'terminal',
    });
    const origin = { address: '127.0.0.1', userAgent: 'test' };
    const { token } = await startSession(made.trx, accountId, origin, 30, now);
    return { cookie: `muster_session=${token}`, accountId };
  });
}

/** Asks again and again until it holds. */
export async function until(holds: () => boolean | Promise<boolean>, milliseconds: number) {
  const end = performance.now() + milliseconds;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${milliseconds} ms in vain.`);
    await sleep(50);
  }
}
