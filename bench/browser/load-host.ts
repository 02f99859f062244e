/** A host that says as much as it is told to: the built portal, the calls that a worker makes, and frames. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { WebSocketServer } from 'ws';
import { registerPortal } from '../../src/host/http/portal.ts';
import { Batches } from '../../src/host/realtime/batches.ts';
import { textFrame } from '../../src/host/realtime/frame.ts';
import { clientMessage, type Frame } from '../../src/protocol/frames.ts';
import { createLoad, type Load } from '../../src/testing/frames.ts';
import type { World } from '../../src/testing/world.ts';
import type { WorldServer } from '../../src/testing/world-server.ts';
import { FakeHost } from '../../tests/worker/fake-host.ts';
import { now } from './figures.ts';
import type { Clock } from '../../src/worker/environment.ts';

/** Where the project is, from wherever the bundled measurement stands. */
const PROJECT = process.cwd();
const MAX_BUFFERED = 4 * 1024 * 1024;

const clock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, callback) {
    if (ms === 0) {
      queueMicrotask(callback);
      return () => undefined;
    }
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

export interface LoadHostOptions {
  readonly servers: number;
  readonly players: number;
  readonly watched: number;
  /** The folder of the pages; the built portal's where it is not given. */
  readonly portal?: string;
  /** Each frame goes out in a message of its own, whatever the client asks for. */
  readonly oneByOne?: boolean;
}

export class LoadHost {
  readonly origin: string;
  readonly load: Load;
  /** A server of its own that sorts first and has no load: what is measured happens to it. */
  readonly probe: WorldServer;
  readonly #fake: FakeHost;
  readonly #buffered: () => number;
  readonly #close: () => Promise<void>;

  private constructor(
    parts: Pick<LoadHost, 'origin' | 'load' | 'probe'>,
    fake: FakeHost,
    buffered: () => number,
    close: () => Promise<void>,
  ) {
    this.origin = parts.origin;
    this.load = parts.load;
    this.probe = parts.probe;
    this.#fake = fake;
    this.#buffered = buffered;
    this.#close = close;
  }

  static async start(options: LoadHostOptions): Promise<LoadHost> {
    const load = createLoad({ seed: 1, ...options });
    const probe = load.world.addServer('0 probe', 100);
    // The load picks from the list: the probe is known to the host and not to the load.
    const known = [...load.world.servers];
    load.world.servers.pop();
    const fake = new FakeHost(withServers(load.world, known), clock);
    fake.latency = 0;
    const app = fastify();
    app.all('/app/v1/*', async (request, reply) => {
      const { status, text } = await fake.fetch(request.url, {
        method: request.method === 'POST' ? 'POST' : 'GET',
        timeoutMs: 10_000,
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      });
      return reply.code(status).type('application/json').send(text);
    });
    const { portal = join(PROJECT, 'dist/portal') } = options;
    await registerPortal(app, portal, { apiOrigin: undefined, demo: null });
    const sockets = new WebSocketServer({ noServer: true });
    app.server.on('upgrade', (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (client) => {
        const batches = new Batches((bytes) => void socket.write(bytes));
        let inBatches = false;
        const handle = fake.openSocket({
          opened: () => undefined,
          received(text) {
            if (inBatches) batches.add(textFrame(text));
            else socket.write(textFrame(text));
          },
          closed: (code) => client.close(code < 3_000 ? 1000 : code),
        });
        client.on('message', (data) => {
          const text = (data as Buffer).toString('utf8');
          const message = clientMessage.parse(JSON.parse(text));
          if (message.type === 'hello') {
            inBatches = message.batches === true && options.oneByOne !== true;
          }
          handle.send(text);
        });
        client.on('close', () => handle.close());
      });
    });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const buffered = () =>
      [...sockets.clients].reduce((most, client) => Math.max(most, client.bufferedAmount), 0);
    return new LoadHost({ origin, load, probe }, fake, buffered, async () => {
      for (const client of sockets.clients) client.terminate();
      await app.close();
    });
  }

  get world(): World {
    return this.load.world;
  }

  /** How many sockets are open. */
  get sockets(): number {
    return this.#fake.sockets.length;
  }

  /** Frames to everybody who follows their stream, encoded once. */
  tell(frames: readonly Frame[]): void {
    for (const frame of frames) this.tellText(frame.stream, JSON.stringify(frame));
  }

  tellText(stream: string | undefined, text: string): void {
    for (const { events, follows } of this.#fake.sockets) {
      if (stream === undefined || follows.has(stream)) events.received(text);
    }
  }

  /** Resolves when no socket has more waiting than it can take. */
  async drained(): Promise<void> {
    while (this.#buffered() > MAX_BUFFERED) await sleep(1);
  }

  /** So many events a second, for as long as `until` is not done. Answers how many were told. */
  async keep(rate: number, until: Promise<unknown>): Promise<number> {
    let running = true;
    void until.then(() => (running = false));
    const start = now();
    let told = 0;
    while (running) {
      // On a machine that cannot tell so many, what is overdue must not grow from turn to turn.
      const due = Math.min(Math.floor(((now() - start) * rate) / 1_000) - told, rate / 4);
      if (due > 0) {
        const frames = this.load.take(due);
        this.tell(frames);
        told += frames.length;
      }
      await sleep(2);
    }
    return told;
  }

  close(): Promise<void> {
    return this.#close();
  }
}

const MONTH_MS = 30 * 86_400_000;

/** The world, with these servers as those that it answers for, and a session that lasts: its own time is long past. */
function withServers(world: World, servers: readonly WorldServer[]): World {
  const expires_at = Date.now() + MONTH_MS;
  return new Proxy(world, {
    get(target, name) {
      if (name === 'servers') return servers;
      if (name === 'session') return () => ({ ...target.session(), expires_at });
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
