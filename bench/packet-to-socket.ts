/**
 * From a game server's packet to the socket of another person: simulated servers speak BattlEye over real
 * UDP to a host on the embedded PostgreSQL, and a client of `/connect` follows every one of them.
 *
 *   node bench/run.mjs packet-to-socket
 *   node bench/run.mjs packet-to-socket --servers 50 --players 60 --rate 50 --burst 600 --seconds 20
 *
 * Chat lines carry the moment at which the simulator sent them. Every fifth second is a burst. The
 * simulators and the client live in one process, the host in another. Prints medians and spreads, and what
 * was lost, which must be nothing.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { Registry } from 'prom-client';
import { WebSocket } from 'ws';
import { addressRule } from '../src/host/connectors/address-rule.ts';
import { systemPorts } from '../src/host/connectors/udp.ts';
import { realtimeMetrics } from '../src/host/realtime/metrics.ts';
import { startRealtime } from '../src/host/realtime/realtime.ts';
import { newServer } from '../src/host/servers/add.ts';
import { passwordContext } from '../src/host/servers/connection.ts';
import { Supervisor } from '../src/host/servers/supervisor.ts';
import { openDatabase } from '../src/host/store/database.ts';
import { startPostgres } from '../src/host/store/embedded/postgres.ts';
import { migrate } from '../src/host/store/migrations/migrate.ts';
import { secretsOf } from '../src/host/store/secrets/secrets.ts';
import { GAME } from '../src/protocol/enumerations.ts';
import { hostKey } from '../src/protocol/servers/fields.ts';
import { PROTOCOL_VERSION } from '../src/protocol/version.ts';
import { startSimServer } from '../src/sim/server.ts';
import { now } from './browser/figures.ts';
import { crowd, speak } from './speakers.ts';
import { NO_DISPLAYS } from '../tests/support/no-displays.ts';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '50' },
    players: { type: 'string', default: '60' },
    rate: { type: 'string', default: '50' },
    burst: { type: 'string', default: '600' },
    seconds: { type: 'string', default: '20' },
    /** Set in the host's process. */
    host: { type: 'boolean', default: false },
  },
});
const servers = Number(values.servers);
const players = Number(values.players);
const rate = Number(values.rate);
const burst = Number(values.burst);
const seconds = Number(values.seconds);
const PASSWORD = 'bench';
const id = (n: number): string => n.toString(16).padStart(24, '0');

interface GameServer {
  readonly rconPort: number;
  readonly queryPort: number;
  readonly gamePort: number;
}

async function measure(): Promise<void> {
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
  const sims = await Promise.all(
    Array.from({ length: servers }, (_, n) =>
      startSimServer({ game: 'DAYZ', password: PASSWORD, slots: 100, seed: n + 1, rconPort: 0 }),
    ),
  );
  const speakers = sims.map((sim) => crowd(sim, players));
  const host = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--host'], {
    execArgv: [],
  });
  try {
    await once(host, 'message');
    host.send(
      sims.map(({ address: { rconPort, queryPort, gamePort } }) => ({
        rconPort,
        queryPort,
        gamePort,
      })),
    );
    const [port] = (await once(host, 'message')) as [number];
    const heard: number[] = [];
    await follow(port, sims.length, (sentAt) => heard.push(now() - sentAt));
    const said = await speak(sims, speakers, { rate, burst, seconds });
    const sent = said.reduce((sum, count) => sum + count, 0);
    for (let waited = 0; heard.length < sent && waited < 100; waited += 1) await sleep(100);
    const sorted = heard.toSorted((a, b) => a - b);
    const at = (q: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? NaN;
    console.log(
      `${servers} servers, ${servers * players} players, ${rate}/s and bursts of ${burst}/s for ${seconds} s: ${sent} said, ${sent - heard.length} lost; p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, worst ${at(1).toFixed(1)} ms`,
    );
  } finally {
    const gone = once(host, 'exit');
    host.kill();
    await gone;
    for (const sim of sims) await sim.stop();
  }
}

/** Follows the feed of every server, and waits until all of them are attached. */
async function follow(port: number, count: number, heard: (sentAt: number) => void): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/connect`);
  let attached = 0;
  await new Promise<void>((ready, failed) => {
    socket.on('error', failed);
    socket.on('close', (code) => failed(new Error(`The host closed the socket: ${code}.`)));
    socket.on('open', () => {
      socket.send(
        JSON.stringify({ type: 'hello', protocol: PROTOCOL_VERSION, build: '', cursors: {} }),
      );
    });
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as {
        event: string;
        data: { entry?: { kind: string; text: string } };
      };
      if (frame.event === 'ack') void subscribeAll();
      else if (frame.event === 'event_subscription') {
        attached += 1;
        if (attached === count) ready();
      } else if (frame.data.entry?.kind === 'chat') heard(Number(frame.data.entry.text.slice(1)));
    });
    async function subscribeAll(): Promise<void> {
      for (let n = 0; n < count; n += 1) {
        const message = { type: 'subscribe', server_id: id(n + 1), topics: ['feed'], cursors: {} };
        socket.send(JSON.stringify(message));
        // Slower than the limit of messages.
        await sleep(110);
      }
    }
  });
}

/** The host's process: realtime and supervisor, without HTTP calls. */
async function runHost(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'));
  const quiet = { info: () => undefined, warn: console.error, error: console.error };
  const postgres = await startPostgres({ dataDir: folder, log: quiet });
  const open = openDatabase({ connection: postgres.connection, onIdleError: console.error });
  await migrate(open.db);
  const secrets = secretsOf(Buffer.alloc(32, 1));
  process.send?.('ready');
  const [games] = (await once(process, 'message')) as [readonly GameServer[]];
  const account = id(9_999);
  for (const [n, game] of games.entries()) {
    const { state, population, environment, deployment } = newServer(0);
    await open.db
      .insertInto('servers')
      .values({
        id: id(n + 1),
        owner: account,
        identifier: `Server ${n}`,
        game: GAME.DAYZ,
        timezone: 'UTC',
        created_at: 0,
        deleting: null,
        host: '127.0.0.1',
        host_key: hostKey('127.0.0.1'),
        game_port: game.gamePort,
        query_port: game.queryPort,
        rcon_port: game.rconPort,
        sealed_password: secrets.seal(PASSWORD, passwordContext(id(n + 1))),
        actions: [],
        state: JSON.stringify(state),
        population: JSON.stringify(population),
        environment: JSON.stringify(environment),
        deployment: JSON.stringify(deployment),
        lease_host: null,
      })
      .execute();
    for (const permission of ['server.view', 'server.view.feed']) {
      const resource = `server/${id(n + 1)}`;
      await open.db
        .insertInto('grants')
        .values({ subject: account, resource, permission, granted_by: null, since: 0 })
        .execute();
    }
  }
  const log = pino({ level: 'warn' });
  const realtime = await startRealtime({
    db: open.db,
    connection: postgres.connection,
    hostId: id(7_777),
    build: 'bench',
    clock: Date.now,
    log,
    metrics: realtimeMetrics(new Registry()),
    authenticate: async () => ({
      id: id(1),
      accountId: account,
      displayName: 'B',
      expiresAt: Infinity,
    }),
    originAllowed: () => true,
    addressOf: () => null,
    displays: NO_DISPLAYS,
  });
  const { watches } = realtime;
  const supervisor = new Supervisor({
    db: open.db,
    hostId: id(7_777),
    clock: Date.now,
    log,
    secrets,
    ports: systemPorts,
    addressRule: addressRule({ privateAddresses: true, host: '127.0.0.1' }),
    watches,
    onBegun: () => undefined,
  });
  supervisor.start();
  process.once('SIGTERM', () => {
    void supervisor
      .stop()
      .then(() => realtime.stop())
      .then(() => open.close())
      .then(() => postgres.stop())
      .then(() => rm(folder, { recursive: true, force: true }))
      .then(() => process.exit());
  });
  const ready = () =>
    [...supervisor.runtimes.values()].filter(({ rows }) => rows.players.size === players).length;
  while (ready() < games.length) await sleep(100);
  const http = createServer();
  http.on('upgrade', (request, socket, head) => realtime.upgrade(request, socket, head));
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  process.send?.((http.address() as AddressInfo).port);
}

if (values.host) await runHost();
else await measure();
