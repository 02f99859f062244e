import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type OpenDatabase } from '../../src/host/store/database.ts';
import { PROTOCOL_VERSION } from '../../src/protocol/version.ts';
import type { SimServer } from '../../src/sim/server.ts';
import { founder } from '../support/accounts.ts';
import { serverBody } from '../support/added-server.ts';
import { createMigratedDatabase, createTestDatabase } from '../support/database.ts';
import { startHost, type RunningHost } from '../support/running-host.ts';
import { HOST } from '../support/serving.ts';
import { WebPerson } from '../support/web-person.ts';

/** A host process, and when it had which server by what it logged itself. */
export interface PairedHost {
  readonly process: RunningHost;
  /** Of the wire that it speaks. */
  readonly protocol: number;
  readonly began: readonly { readonly server: string; readonly at: number }[];
}

/** Two host processes on one database, and the account that is signed in to both. */
export interface HostPair {
  readonly hosts: readonly [PairedHost, PairedHost];
  readonly open: OpenDatabase;
  readonly cookie: string;
  readonly accountId: string;
  /** Starts a host that has ended, as this version. */
  update(host: PairedHost): Promise<void>;
  /** Adds a simulated server by the first host; answers its id. */
  add(sim: SimServer, identifier: string): Promise<string>;
  post(host: PairedHost, path: string, body: object): Promise<Response>;
  /** The host process that runs a server now, by the database; null while none does. */
  holder(server: string): Promise<PairedHost | null>;
  stop(): Promise<void>;
}

/** The version that hosts are of at first. */
interface Version {
  readonly program: string;
  readonly protocol: number;
}

/**
 * Starts two hosts as `npm start` with `DATABASE_URL` does: one key, one database, a port for each. `landed`: both
 * are of an older version, which makes the tables itself. `settings`: what else they are told by their environment.
 */
export async function startHostPair(
  landed?: Version,
  settings: Readonly<Record<string, string>> = {},
): Promise<HostPair> {
  const database = await (landed === undefined ? createMigratedDatabase() : createTestDatabase());
  const { program, protocol } = landed ?? { program: HOST, protocol: PROTOCOL_VERSION };
  const open = openDatabase({ connection: database.connection, onIdleError: () => undefined });
  const environment = {
    DATABASE_URL: database.connectionString,
    LOG_LEVEL: 'info',
    ...settings,
  };
  const first = await startHost(environment, program);
  const second = await startHost({ ...environment, MUSTER_DATA: first.dataDir }, program);
  const protocols = new Map([first, second].map((host) => [host, protocol]));
  const hosts = [paired(first, protocols), paired(second, protocols)] as const;
  const cookie = await signUp(first.origin);
  const { id: accountId } = await open.db
    .selectFrom('accounts')
    .select('id')
    .executeTakeFirstOrThrow();
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
    async update({ process }) {
      await process.start(HOST);
      protocols.set(process, PROTOCOL_VERSION);
    },
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

function paired(process: RunningHost, protocols: ReadonlyMap<RunningHost, number>): PairedHost {
  return {
    process,
    get protocol() {
      return protocols.get(process) ?? PROTOCOL_VERSION;
    },
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

async function signUp(origin: string): Promise<string> {
  const ada = new WebPerson(origin);
  const { status, body } = await ada.post('/app/v1/auth/found', founder);
  if (status !== 200) throw new Error(`Founding failed: ${JSON.stringify(body)}`);
  return `muster_session=${ada.cookies.get('muster_session')}`;
}

/** Asks again and again until it holds. */
export async function until(holds: () => boolean | Promise<boolean>, milliseconds: number) {
  const end = performance.now() + milliseconds;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${milliseconds} ms in vain.`);
    await sleep(50);
  }
}
