import { LiveView } from '../../src/ui/data/live-view.ts';
import { TabStream } from '../../src/ui/data/tab-stream.ts';
import type { Query, ViewRow } from '../../src/domain/queries.ts';
import type { Environment, Socket } from '../../src/worker/environment.ts';
import type { TabMessage, WorkerMessage } from '../../src/worker/contract.ts';
import {
  LockDouble,
  ManualClock,
  NoStorage,
  HOST_SIDE,
  environmentDouble,
} from '../../src/worker/doubles.ts';
import type { Storage } from '../../src/worker/store/storage.ts';
import { Worker } from '../../src/worker/worker.ts';
import { World } from '../../src/testing/world.ts';
import { FakeHost } from './fake-host.ts';

/** What a dashboard asks for at first. */
export const SERVERS = {
  view: 'servers',
  filter: {},
  sort: 'identifier',
  direction: 'asc',
  window: { from: 0, to: 100 },
} as const;

/** The first players of a server, as its page asks for them. */
export function playersOf(server_id: string) {
  const window = { from: 0, to: 50 };
  return { view: 'players', server_id, text: '', sort: 'name', direction: 'asc', window } as const;
}

/** One browser: its clock, its locks, its host, one worker at a time, and tabs. */
export class Browser {
  readonly clock = new ManualClock();
  readonly locks = new LockDouble();
  readonly world = new World(this.clock.now());
  readonly host = new FakeHost(this.world, this.clock);
  readonly logged: string[] = [];
  hostSide = HOST_SIDE;
  random: () => number = () => 0.5;
  worker!: Worker;
  #lives = 0;
  #running: { alive: boolean; sockets: Socket[] } = { alive: false, sockets: [] };

  /** Starts a worker, with a storage of its own or the one that `storage` makes. */
  async start(
    storage: (environment: Environment) => Storage = () => new NoStorage(),
  ): Promise<void> {
    this.#lives += 1;
    const life = { alive: true, sockets: [] as Socket[] };
    this.#running = life;
    const holder = `worker ${this.#lives}`;
    const { clock } = this;
    const environment = environmentDouble({
      // What a dead worker had planned does not happen.
      clock: {
        now: () => clock.now(),
        elapsed: () => clock.elapsed(),
        after: (ms, run) => clock.after(ms, () => (life.alive ? run() : undefined)),
      },
      random: () => this.random(),
      openSocket: (events) => {
        const socket = this.host.openSocket(events);
        life.sockets.push(socket);
        return socket;
      },
      fetch: (path, request) =>
        new Promise((resolve, reject) => {
          this.host.fetch(path, request).then(
            (answer) => (life.alive ? resolve(answer) : undefined),
            (error: unknown) => (life.alive ? reject(error as Error) : undefined),
          );
        }),
      locks: this.locks.of(holder),
      hostSide: this.hostSide,
      log: (message) => this.logged.push(message),
    });
    this.worker = new Worker(
      environment,
      storage(environment),
      `epoch-${this.#lives}`,
      undefined,
      () => this.kill(),
    );
    await this.worker.start();
  }

  /** The worker's thread ends at once. */
  kill(): void {
    this.#running.alive = false;
    for (const socket of this.#running.sockets) socket.close();
    this.locks.kill(`worker ${this.#lives}`);
  }

  /** Opens a tab. It re-attaches by itself when a worker dies and another is started. */
  async tab(name: string): Promise<TabDouble> {
    const tab = new TabDouble(this, name);
    await tab.attach();
    return tab;
  }
}

/** A browser whose worker is live, with two servers. */
export async function liveBrowser(): Promise<Browser> {
  const browser = new Browser();
  browser.world.addServer('Alpha', 40);
  browser.world.addServer('Bravo', 60);
  await browser.start();
  await browser.clock.advance(1_000);
  return browser;
}

/** One tab with the real stream end, over a channel that hands messages on as a port does. */
export class TabDouble {
  readonly stream: TabStream;
  readonly messages: WorkerMessage[] = [];
  readonly reloaded: string[] = [];
  readonly #browser: Browser;
  readonly #name: string;
  #frames: (() => void)[] = [];
  frozen = false;
  /** What it is told reaches it only after so long. */
  busyMs = 0;
  #inbox: WorkerMessage[] = [];
  #deaths = 0;
  #post: (message: TabMessage) => void = () => {};

  constructor(browser: Browser, name: string) {
    this.#browser = browser;
    this.#name = name;
    browser.locks.of(name).acquire(`tab:${name}`);
    this.stream = new TabStream({
      now: () => browser.clock.now(),
      build: 'test',
      elapsed: () => browser.clock.elapsed(),
      nextFrame: (callback) => {
        this.#frames.push(callback);
        browser.clock.after(16, () => this.frame());
      },
      welcomed: (aliveLock) =>
        browser.locks.of(name).whenReleased(aliveLock, () => {
          this.#deaths += 1;
        }),
      reload: (components) => this.reloaded.push(...components),
      bye: () => {},
    });
  }

  /** How many workers died under it. */
  get deaths(): number {
    return this.#deaths;
  }

  async attach(): Promise<void> {
    const { clock, worker } = this.#browser;
    let receive: (message: TabMessage) => void = () => {};
    let open = true;
    await worker.tabs.attach(
      {
        post: (message) => {
          const copy = structuredClone(message);
          clock.after(this.busyMs, () => (open ? this.#receive(copy) : undefined));
        },
        listen: (listener) => {
          receive = listener;
        },
        close: () => {
          open = false;
        },
      },
      this.#name,
    );
    this.#post = (message) => {
      const copy = structuredClone(message);
      clock.after(0, () => (open ? receive(copy) : undefined));
    };
    this.stream.connect(this.#post);
  }

  /** It takes its worker for one that hangs. */
  leave(): void {
    this.#post({ type: 'leave' });
  }

  /** Follows a query. */
  view<Row extends ViewRow = ViewRow>(query: Query): LiveView<Row> & { stop: () => void } {
    const view = new LiveView<Row>();
    const stop = this.stream.subscribe(query, view as LiveView);
    return Object.assign(view, { stop });
  }

  frame(): void {
    const due = this.#frames;
    this.#frames = [];
    for (const callback of due) callback();
  }

  /** The browser runs it again: everything that came in the meantime is there at once. */
  resume(): void {
    this.frozen = false;
    const inbox = this.#inbox;
    this.#inbox = [];
    for (const message of inbox) this.#receive(message);
  }

  /** It is closed, or crashes. */
  close(): void {
    this.#browser.locks.kill(this.#name);
  }

  get waiting(): number {
    return this.#inbox.length;
  }

  #receive(message: WorkerMessage): void {
    if (this.frozen) {
      this.#inbox.push(message);
      return;
    }
    this.messages.push(message);
    this.stream.receive(message);
  }
}

/** What a view shows, as plain data. */
export function shown<Row extends ViewRow>(
  view: LiveView<Row>,
): {
  rows: readonly (Row | undefined)[];
  total: number;
} {
  return {
    rows: view.ids.peek().map((id) => view.row(id).peek()),
    total: view.total.peek(),
  };
}
