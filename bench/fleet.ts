/**
 * All of DayZ against one host: simulated servers with lives of their own speak BattlEye and A2S over real
 * UDP to the host as `npm start` runs it, on the embedded PostgreSQL with its usual durability, and clients
 * of `/connect` follow every one of them.
 *
 *   node bench/run.mjs fleet
 *   node bench/run.mjs fleet --servers 1500 --rate 500 --seconds 600 --burst 5000 --burst-seconds 10
 *
 * Chat lines that carry the moment at which a simulator says them come on top of what the lives bring. The
 * simulators, the host and the clients are a process each. Lost is what the log and the sockets have less
 * than the simulators said; a roster is wrong where host and simulator disagree in the end.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import { createAccount } from '../src/host/account/accounts.ts';
import { change } from '../src/host/change/change.ts';
import { startHost } from '../src/host/host.ts';
import { createLogger } from '../src/host/logger.ts';
import { grant, serverResource } from '../src/host/access/grants.ts';
import { publish } from '../src/host/realtime/log.ts';
import { createServer } from '../src/host/servers/add.ts';
import { startSession } from '../src/host/identity/sessions.ts';
import { readSettings } from '../src/host/settings.ts';
import { type Database, openDatabase } from '../src/host/store/database.ts';
import { startPostgres } from '../src/host/store/embedded/postgres.ts';
import { migrate } from '../src/host/store/migrations/migrate.ts';
import { loadSecretKey } from '../src/host/store/secrets/secret-key.ts';
import { secretsOf, type Secrets } from '../src/host/store/secrets/secrets.ts';
import { GAME } from '../src/protocol/enumerations.ts';
import { PROTOCOL_VERSION } from '../src/protocol/version.ts';
import { machine, now, quantile } from './browser/figures.ts';
import { runFleet } from './fleet-sims.ts';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '1500' },
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '600' },
    burst: { type: 'string', default: '5000' },
    'burst-seconds': { type: 'string', default: '10' },
    /** Set in the processes of the simulators and of the host. */
    part: { type: 'string' },
  },
});
const servers = Number(values.servers);
/** A socket subscribes to at most 500 servers. */
const SOCKETS = Math.max(2, Math.ceil(servers / 400));
const PASSWORD = 'bench';
const PLANS = { plans: false, plan: { name: 'community', servers: null } } as const;
const MARK = '@';

/** Which ports a simulated server has. */
interface Ports {
  readonly rcon: number;
  readonly query: number;
}

interface Opened {
  readonly port: number;
  readonly ids: readonly string[];
  /** A session's cookie for each socket. */
  readonly cookies: readonly string[];
}

/** What the host tells of itself, or of its log. */
interface Report {
  readonly megabytes: number;
  readonly processorSeconds: number;
  readonly connected: number;
  readonly logged: number;
  readonly players: readonly number[];
}

async function measure(): Promise<void> {
  console.log(machine());
  const fleet = start('fleet');
  const host = start('host');
  try {
    const ports = await ask<readonly Ports[]>(fleet, { kind: 'begin' });
    const opened = await ask<Opened>(host, { kind: 'begin', ports });
    const began = now();
    while ((await report(host)).connected < servers) {
      if (now() - began > 300_000) throw new Error('Not every server was connected in 300 s.');
      await sleep(1_000);
    }
    const alive = (await ask<readonly number[]>(fleet, { kind: 'players' })).reduce(
      (a, b) => a + b,
      0,
    );
    console.log(
      `${servers} servers with ${alive} players, connected in ${((now() - began) / 1_000).toFixed(0)} s`,
    );
    const heard: number[] = [];
    const counts = { frames: 0 };
    const sockets = opened.cookies.map((cookie, index) =>
      follow(
        opened,
        cookie,
        opened.ids.filter((_, n) => n % SOCKETS === index),
        heard,
        counts,
      ),
    );
    await Promise.all(sockets);
    let logged = (await report(host)).logged;
    for (const [rate, seconds] of [
      [Number(values.rate), Number(values.seconds)],
      [Number(values.burst), Number(values['burst-seconds'])],
    ] as const) {
      heard.length = 0;
      counts.frames = 0;
      const before = await report(host);
      const from = now();
      const said = await ask<number>(fleet, { kind: 'speak', rate, seconds });
      const lasted = (now() - from) / 1_000;
      for (let waited = 0; heard.length < said && waited < 300; waited += 1) await sleep(100);
      const drained = (now() - from) / 1_000 - lasted;
      const after = await report(host);
      const at = (share: number) => `${quantile(heard, share).toFixed(0)} ms`;
      const processor = (after.processorSeconds - before.processorSeconds) / (lasted + drained);
      console.log(
        [
          `${rate}/s for ${lasted.toFixed(0)} s: ${said} said`,
          `${said - heard.length} lost to the sockets, ${said - (after.logged - logged)} to the log`,
          `delay p50 ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)}`,
          `${(counts.frames / (lasted + drained)).toFixed(0)} frames/s to ${SOCKETS} sockets`,
          `host ${before.megabytes} to ${after.megabytes} MB, ${(processor * 100).toFixed(0)} % of a core`,
        ].join('; '),
      );
      logged = after.logged;
    }
    // Whoever is joining or leaving at this moment is seen a list later.
    let wrong = servers;
    for (let waited = 0; wrong > 0 && waited < 60; waited += 1) {
      const truth = await ask<readonly number[]>(fleet, { kind: 'players' });
      const { players } = await report(host);
      wrong = truth.filter((count, index) => count !== players[index]).length;
      if (wrong > 0) await sleep(1_000);
    }
    console.log(`${wrong} of ${servers} servers with another number of players than they have`);
  } finally {
    for (const child of [host, fleet]) {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    }
  }
}

function start(part: 'fleet' | 'host'): ChildProcess {
  const args = [...process.argv.slice(2), '--part', part];
  const child = fork(fileURLToPath(import.meta.url), args, {
    execArgv: ['--max-old-space-size=8192'],
  });
  child.once('exit', (code) => {
    if (code !== 0) throw new Error(`The ${part} ended with ${code}.`);
  });
  return child;
}

async function ask<Answer>(child: ChildProcess, order: object): Promise<Answer> {
  child.send(order);
  const [answer] = (await once(child, 'message')) as [Answer];
  return answer;
}

function report(host: ChildProcess): Promise<Report> {
  return ask<Report>(host, { kind: 'report' });
}

/** Opens a socket, subscribes to the feeds of these servers, and resolves when all of them are attached. */
async function follow(
  { port }: Opened,
  cookie: string,
  ids: readonly string[],
  heard: number[],
  counts: { frames: number },
): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/connect`, { headers: { cookie } });
  let attached = 0;
  await new Promise<void>((ready, failed) => {
    socket.on('error', failed);
    socket.on('close', (code) => {
      failed(new Error(`The host closed a socket: ${code}.`));
      if (attached === ids.length && code !== 1001 && code !== 1006)
        console.log(`A socket was closed: ${code}.`);
    });
    socket.on('open', () => {
      socket.send(
        JSON.stringify({ type: 'hello', protocol: PROTOCOL_VERSION, build: '', cursors: {} }),
      );
    });
    socket.on('message', (data: Buffer) => {
      counts.frames += 1;
      const frame = JSON.parse(data.toString()) as {
        event: string;
        data: { entry?: { kind: string; text: string } };
      };
      const entry = frame.data.entry;
      if (frame.event === 'ack') void subscribeAll();
      else if (frame.event === 'event_subscription') {
        attached += 1;
        if (attached === ids.length) ready();
      } else if (entry?.kind === 'chat' && entry.text.startsWith(MARK)) {
        heard.push(now() - Number(entry.text.slice(MARK.length)));
      }
    });
    async function subscribeAll(): Promise<void> {
      for (const server_id of ids) {
        socket.send(
          JSON.stringify({ type: 'subscribe', server_id, topics: ['feed'], cursors: {} }),
        );
        // Slower than the limit of messages.
        await sleep(110);
      }
    }
  });
}

type HostAsk =
  | { readonly kind: 'begin'; readonly ports: readonly Ports[] }
  | { readonly kind: 'report' };

async function runHost(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-bench-'));
  const log = createLogger('error');
  const settings = {
    ...readSettings(
      { PORT: '0', HOST: '127.0.0.1', MUSTER_DATA: dataDir, LOG_LEVEL: 'error' },
      dataDir,
    ),
  };
  const postgres = await startPostgres({ dataDir, log });
  const { connection } = postgres;
  const open = openDatabase({ connection, max: 2, onIdleError: () => undefined });
  const { db } = open;
  await migrate(db);
  const secrets = secretsOf(await loadSecretKey(dataDir));
  let ids: readonly string[] = [];
  let stop = async () => {};

  const answer = async (order: HostAsk): Promise<Opened | Report> => {
    if (order.kind === 'report') return reportOf(db, ids);
    const accounts = await Promise.all(
      Array.from({ length: SOCKETS }, (_, n) => watcher(db, secrets, n)),
    );
    ids = await addAll(order.ports, accounts);
    const portalDir = join(process.cwd(), 'dist/portal');
    const host = await startHost({ settings, connection, log, portalDir, clock: Date.now });
    stop = () => host.stop();
    const cookies = accounts.map(({ token }) => `muster_session=${token}`);
    return { port: Number(new URL(host.address).port), ids, cookies };
  };

  async function addAll(
    ports: readonly Ports[],
    accounts: readonly { readonly id: string }[],
  ): Promise<readonly string[]> {
    const owner = { id: accounts[0]?.id ?? '', displayName: 'Bench' };
    const made: string[] = [];
    for (const [n, { rcon, query }] of ports.entries()) {
      const given = {
        identifier: `Server ${n}`,
        game: GAME.DAYZ,
        timezone: 'UTC',
        host: '127.0.0.1',
        private_address: true,
        game_port: 2302,
        query_port: query,
        rcon_port: rcon,
        rcon_password: PASSWORD,
      };
      const id = await createServer(
        { db, secrets, publish, settings: PLANS },
        owner,
        given,
        Date.now(),
      );
      for (const { id: watching } of accounts) {
        const permissions = ['server.view', 'server.view.feed'] as const;
        await grant(db, watching, serverResource(id), permissions, null, Date.now());
      }
      made.push(id);
    }
    return made;
  }

  process.on(
    'message',
    (order: HostAsk) => void answer(order).then((told) => process.send?.(told)),
  );
  process.once('disconnect', () => {
    void stop()
      .then(() => open.close())
      .then(() => postgres.stop())
      .then(() => rm(dataDir, { recursive: true, force: true }))
      .then(() => process.exit());
  });
}

async function watcher(
  db: Database,
  secrets: Secrets,
  n: number,
): Promise<{ readonly id: string; readonly token: string }> {
  const at = Date.now();
  return change({ db, secrets, publish, now: at }, async (made) => {
    const account = {
      username: `watcher${n}`,
      displayName: `Watcher${n}`,
      email: `watcher${n}@example.org`,
      passwordHash: 'none',
      plan: 'community',
      titles: [],
      capabilities: [],
      by: 'terminal',
    } as const;
    const id = await createAccount(made, account);
    const origin = { address: '127.0.0.1', userAgent: 'bench' };
    const { token } = await startSession(made.trx, id, origin, 1, at);
    return { id, token };
  });
}

async function reportOf(db: Database, ids: readonly string[]): Promise<Report> {
  const { rows } = await sql<{ id: string; connected: boolean; players: number | null }>`
    select id, state->>'state' = 'CONNECTED' and population->>'source' = 'live' as connected,
      (population->>'players')::int as players
    from servers
  `.execute(db);
  const known = new Map(rows.map((row) => [row.id, row]));
  const { rows: counted } = await sql<{ logged: number }>`
    select count(*) as logged from event_personal where data->'entry'->>'text' like ${`${MARK}%`}
  `.execute(db);
  const { user, system } = process.cpuUsage();
  return {
    megabytes: Math.round(process.memoryUsage().rss / 1_048_576),
    processorSeconds: (user + system) / 1e6,
    connected: rows.filter(({ connected }) => connected).length,
    logged: counted[0]?.logged ?? 0,
    players: ids.map((id) => known.get(id)?.players ?? -1),
  };
}

if (values.part === 'fleet') runFleet({ servers, password: PASSWORD, mark: MARK });
else if (values.part === 'host') await runHost();
else await measure();
