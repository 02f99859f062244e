/**
 * The host's log and fan-out: appends one by one and in batches on the embedded PostgreSQL with its usual
 * durability, and one event to many sockets beside the same bytes over bare TCP.
 *
 *   node bench/run.mjs host-fanout
 *   node bench/run.mjs host-fanout --seconds 5 --writers 8 --batch 200 --sockets 5000 --rounds 40
 *
 * Appends are timed until their commit, and until the hub of the same process has the frame. The sockets'
 * clients live in a process of their own and do nothing but find the ends of the messages. Prints medians
 * and spreads. Needs as many open files as sockets (`ulimit -n`).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { Registry } from 'prom-client';
import type { Fact } from '../src/host/realtime/contract.ts';
import type { StreamFrame } from '../src/host/realtime/frame.ts';
import { appendFacts } from '../src/host/realtime/log.ts';
import { realtimeMetrics } from '../src/host/realtime/metrics.ts';
import { startRealtime } from '../src/host/realtime/realtime.ts';
import { type Database, openDatabase } from '../src/host/store/database.ts';
import { startPostgres } from '../src/host/store/embedded/postgres.ts';
import { migrate } from '../src/host/store/migrations/migrate.ts';
import { PROTOCOL_VERSION } from '../src/protocol/version.ts';
import { NO_DISPLAYS } from '../tests/support/no-displays.ts';
import { accountId, ACCOUNTS, id, sessionId, signIn } from './fan-out-sessions.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    writers: { type: 'string', default: '8' },
    batch: { type: 'string', default: '200' },
    sockets: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '40' },
    /** Set in the process of the sockets' clients. */
    clients: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const writers = Number(values.writers);
const batch = Number(values.batch);
const sockets = Number(values.sockets);
const rounds = Number(values.rounds);

const now = (): number => performance.timeOrigin + performance.now();

function fact(server: number, text: string): Fact {
  const at = Date.now();
  const player = { id: id(1), muster_id: id(2), name: 'A player of some name' };
  const entry = { kind: 'chat', player, channel: 'Side', text } as const;
  const data = { server_id: id(server), at, entry };
  return { stream: `server/${id(server)}/list`, event: 'server:feed', at, data };
}

async function measure(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'));
  const quiet = { info: () => undefined, warn: console.error, error: console.error };
  const postgres = await startPostgres({ dataDir: folder, log: quiet });
  const open = openDatabase({
    connection: postgres.connection,
    max: 20,
    onIdleError: (error) => console.error(error),
  });
  try {
    await migrate(open.db);
    console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
    const frames = new Frames();
    const { realtime, port, close } = await startHost(open.db, postgres.connection, frames);
    const sink = {
      deliver: (frame: StreamFrame) => frames.deliver(frame),
      restarted: () => undefined,
    };
    const streams = Array.from({ length: 50 }, (_, n) => `server/${id(n)}/list`);
    const following = await realtime.hub.follow(
      sink,
      streams.map((stream) => ({ stream, cursor: undefined })),
    );
    following.begin();
    await appendOneByOne(open.db, frames, 1);
    await appendOneByOne(open.db, frames, writers);
    await appendInBatches(open.db, frames);
    await fanOut(open.db, port, frames);
    await close();
  } finally {
    await open.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** When each frame was heard, by stream and position. */
class Frames {
  readonly heard = new Map<string, number>();
  deliver({ stream, seq }: StreamFrame): void {
    this.heard.set(`${stream} ${seq}`, performance.now());
  }
}

async function startHost(
  db: Database,
  connection: Parameters<typeof startRealtime>[0]['connection'],
  frames: Frames,
) {
  const grants = Array.from({ length: ACCOUNTS }, (_, n) => ({
    subject: accountId(n),
    resource: `server/${id(0)}`,
    permission: 'server.view',
    granted_by: null,
    since: 0,
  }));
  await db.insertInto('grants').values(grants).execute();
  await signIn(db, sockets);
  const realtime = await startRealtime({
    db,
    connection,
    hostId: id(1),
    build: 'bench',
    clock: Date.now,
    log: pino({ level: 'warn' }),
    metrics: realtimeMetrics(new Registry()),
    authenticate: async ({ headers }) => {
      const n = Number(headers['x-client']);
      return {
        id: sessionId(n),
        accountId: accountId(n),
        displayName: 'Bench',
        expiresAt: Infinity,
      };
    },
    originAllowed: () => true,
    addressOf: () => null,
    displays: NO_DISPLAYS,
  });
  const http = createHttpServer();
  http.on('upgrade', (request, socket, head) => realtime.upgrade(request, socket, head));
  await new Promise<void>((ready) => http.listen({ port: 0, backlog: 8_192 }, ready));
  const close = async () => {
    await realtime.stop();
    http.closeAllConnections();
    http.close();
    frames.heard.clear();
  };
  return { realtime, port: (http.address() as AddressInfo).port, close };
}

async function appendOneByOne(db: Database, frames: Frames, concurrent: number): Promise<void> {
  const committed: number[] = [];
  const appended: { key: string; at: number }[] = [];
  const end = performance.now() + seconds * 1_000;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: concurrent }, async (_, writer) => {
      for (let n = 0; performance.now() < end; n += 1) {
        const told = fact((writer * 7 + n) % 50, `message ${n}`);
        const at = performance.now();
        const [seq] = await appendFacts(db, [told]);
        committed.push(performance.now() - at);
        appended.push({ key: `${told.stream} ${seq}`, at });
      }
    }),
  );
  const took = (performance.now() - began) / 1_000;
  await heardAll(frames, appended);
  const heard = appended.map(({ key, at }) => (frames.heard.get(key) ?? Number.NaN) - at);
  console.log(
    `one by one, ${concurrent} writer(s): ${Math.round(committed.length / took)} appends/s; commit ${spread(committed)}; until the hub has it ${spread(heard)}`,
  );
  frames.heard.clear();
}

async function appendInBatches(db: Database, frames: Frames): Promise<void> {
  const appended: { key: string; at: number }[] = [];
  const end = performance.now() + seconds * 1_000;
  const began = performance.now();
  await Promise.all(
    [0, 1].map(async (writer) => {
      for (let n = writer; performance.now() < end; n += 2) {
        const facts = Array.from({ length: batch }, (_, k) => fact((n + k) % 50, `message ${k}`));
        const at = performance.now();
        const seqs = await appendFacts(db, facts);
        for (const [k, seq] of seqs.entries()) {
          appended.push({ key: `${facts[k]?.stream ?? ''} ${seq}`, at });
        }
      }
    }),
  );
  const took = (performance.now() - began) / 1_000;
  await heardAll(frames, appended);
  const heard = appended.map(({ key, at }) => (frames.heard.get(key) ?? Number.NaN) - at);
  console.log(
    `batches of ${batch}, 2 writers: ${Math.round(appended.length / took)} events/s; until the hub has it ${spread(heard)}`,
  );
  frames.heard.clear();
}

/** Waits until every append was heard; nothing of it may be missing. */
async function heardAll(frames: Frames, appended: readonly { key: string }[]): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (appended.some(({ key }) => !frames.heard.has(key))) {
    if (performance.now() > deadline) throw new Error('Not every append was heard.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function fanOut(db: Database, hostPort: number, frames: Frames): Promise<void> {
  const raw = await startRawServer();
  const clients = startClients();
  const message = 'x'.repeat(200);
  const [whole, host, tcp]: [number[], number[], number[]] = [[], [], []];
  const last: { host: number; tcp: number }[] = [];
  await clients.ask({ kind: 'connect', raw: raw.port, host: hostPort });
  for (let round = 0; round < rounds; round += 1) {
    // Side by side in one run, since machines are noisy.
    const told = clients.ask({ kind: 'expect', path: 'host' });
    const appendedAt = now();
    const [seq] = await appendFacts(db, [fact(0, message)]);
    const hosts = await told;
    const heardAt = performance.timeOrigin + (frames.heard.get(`server/${id(0)}/list ${seq}`) ?? 0);
    whole.push(...hosts.map((at) => at - appendedAt));
    host.push(...hosts.map((at) => at - heardAt));
    const sent = clients.ask({ kind: 'expect', path: 'raw' });
    const rawAt = now();
    raw.send(message.padEnd(420, 'y'));
    const raws = await sent;
    tcp.push(...raws.map((at) => at - rawAt));
    last.push({ host: Math.max(...hosts) - heardAt, tcp: Math.max(...raws) - rawAt });
  }
  clients.stop();
  raw.close();
  const median = (of: 'host' | 'tcp') =>
    quantile(
      last.map((round) => round[of]),
      0.5,
    );
  console.log(`one event to ${sockets} sockets, from the append: ${spread(whole)}`);
  console.log(`from when the hub has it: ${spread(host)}`);
  console.log(`the same bytes over bare TCP: ${spread(tcp)}`);
  console.log(
    `until the last socket has it, median of ${rounds} rounds: ${median('host').toFixed(2)} against ${median('tcp').toFixed(2)} ms, ratio ${(median('host') / median('tcp')).toFixed(2)}`,
  );
}

async function startRawServer() {
  const open = new Set<Socket>();
  const server = createTcpServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((ready) => server.listen({ port: 0, backlog: 8_192 }, ready));
  return {
    port: (server.address() as AddressInfo).port,
    send: (text: string) => {
      const body = Buffer.from(text);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(body.length);
      const framed = Buffer.concat([length, body]);
      for (const socket of open) {
        socket.write(framed);
      }
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

type Order =
  | { readonly kind: 'connect'; readonly raw: number; readonly host: number }
  | { readonly kind: 'expect'; readonly path: 'raw' | 'host' };

/** The process of the sockets' clients. An order fails where it ends. */
function startClients() {
  const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--clients'], {
    execArgv: [],
  });
  return {
    async ask(order: Order): Promise<readonly number[]> {
      const over = new AbortController();
      const ended = once(child, 'exit', over).then((): never => {
        throw new Error('The sockets were not held; their process says why.');
      });
      try {
        child.send(order);
        const answered = once(child, 'message', over);
        const [answer] = (await Promise.race([answered, ended])) as [readonly number[]];
        return answer;
      } finally {
        over.abort();
      }
    },
    stop: () => child.kill(),
  };
}

/** The clients' process: opens the sockets, and tells when each has the next message. */
async function runClients(): Promise<void> {
  const { connect } = await import('node:net');
  const arrived: Record<'raw' | 'host', number[]> = { raw: [], host: [] };
  let waiting: 'raw' | 'host' | null = null;
  const arrive = (path: 'raw' | 'host') => {
    arrived[path].push(now());
    if (waiting === path && arrived[path].length === sockets) {
      waiting = null;
      process.send?.(arrived[path].splice(0));
    }
  };
  process.on('message', (order: Order) => {
    if (order.kind === 'connect') void connectAll(order.raw, order.host);
    else {
      arrived[order.path].length = 0;
      waiting = order.path;
    }
  });

  async function connectAll(raw: number, host: number): Promise<void> {
    for (let n = 0; n < sockets; n += 1) {
      await openRaw(raw);
      await openHost(host, n);
    }
    process.send?.([]);
  }

  async function openRaw(port: number): Promise<void> {
    const socket = connect(port, '127.0.0.1');
    let left = 0;
    socket.on('data', (data) => {
      for (let at = 0; at < data.length;) {
        if (left === 0) {
          left = data.readUInt32BE(at);
          at += 4;
        }
        const take = Math.min(left, data.length - at);
        left -= take;
        at += take;
        if (left === 0) arrive('raw');
      }
    });
    await once(socket, 'connect');
  }

  /** A websocket without a library, so that both clients do the same work. */
  async function openHost(port: number, n: number): Promise<void> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.on('close', () => {
      throw new Error(`The host closed socket ${n}.`);
    });
    socket.write(
      `GET /connect HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16, n).toString('base64')}\r\nX-Client: ${n}\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.write(
      masked(JSON.stringify({ type: 'hello', protocol: PROTOCOL_VERSION, build: '', cursors: {} })),
    );
    await once(socket, 'data');
    socket.on('data', (data) => {
      for (let at = 0; at + 2 <= data.length;) {
        const short = (data[at + 1] ?? 0) & 0x7f;
        const length = short === 126 ? data.readUInt16BE(at + 2) : short;
        const opcode = (data[at] ?? 0) & 0x0f;
        // A socket that answers nothing is cut.
        if (opcode === PING) socket.write(PONG);
        at += length + (short === 126 ? 4 : 2);
        // Keepalives are shorter than what is measured.
        if (opcode === TEXT && length > 200) arrive('host');
      }
    });
  }
}

const [TEXT, PING] = [0x01, 0x09];
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

function masked(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, body]);
}

function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

function spread(values: readonly number[]): string {
  const [p50, p99] = [quantile(values, 0.5), quantile(values, 0.99)];
  return `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, worst ${quantile(values, 1).toFixed(2)} ms`;
}

if (values.clients) await runClients();
else await measure();
