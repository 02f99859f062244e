/** Stand-ins for the world outside, so that a test reads 'tab A, tab B, one socket' and waits for nothing. */
import type { ClientMessage } from '../protocol/frames.ts';
import type { PendingSignOut } from './store/last-account.ts';
import type { KeptLog } from './store/kept-log.ts';
import type { Storage } from './store/storage.ts';
import * as hostSide from './host-side.ts';
import type { Clock, Environment, Lock, Locks, OpenSocket, SocketEvents } from './environment.ts';

/** A clock that moves only when told to. */
export class ManualClock implements Clock {
  #now: number;
  /** By how much somebody has set the clock. */
  #set = 0;
  #timers: { readonly at: number; readonly order: number; readonly run: () => void }[] = [];
  #order = 0;

  constructor(now = 1_700_000_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now - this.#set;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, ms), order: this.#order++, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** The machine sleeps for so long: timers that were due in the meantime run late. */
  sleep(ms: number): void {
    this.#now += ms;
  }

  /** Somebody sets the clock: time itself does not pass, and timers run when they would have. */
  set(ms: number): void {
    this.#now += ms;
    this.#set += ms;
    this.#timers = this.#timers.map((timer) => ({ ...timer, at: timer.at + ms }));
  }

  /** Lets so much time pass: timers run in their order, and what they lead to is waited for. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    await settled();
    for (;;) {
      const next = this.#timers
        .filter((timer) => timer.at <= until)
        .sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await settled();
    }
    this.#now = until;
  }
}

/** Resolves when every promise that can go on has gone on. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve();
}

interface Waiting {
  readonly holder: string;
  readonly granted: () => void;
}

/** Web Locks of one browser. Each thread has its own face of it; a thread's death frees what it held. */
export class LockDouble {
  readonly #queues = new Map<string, Waiting[]>();
  readonly #dead = new Set<string>();

  /** The locks as a thread sees them. */
  of(holder: string): Locks {
    return {
      acquire: (name): Lock => {
        const { promise, resolve } = withResolvers();
        const entry = { holder, granted: resolve };
        this.#enter(name, entry);
        return { held: promise, release: () => this.#leave(name, entry) };
      },
      ifFree: async (name, work) => {
        if ((this.#queues.get(name) ?? []).length > 0) return;
        const entry = { holder, granted: () => {} };
        this.#enter(name, entry);
        await work();
        this.#leave(name, entry);
      },
      whenReleased: (name, callback) => {
        const entry: Waiting = {
          holder,
          granted: () => {
            callback();
            this.#leave(name, entry);
          },
        };
        this.#enter(name, entry);
      },
    };
  }

  /** The thread ends, by whatever cause. */
  kill(holder: string): void {
    this.#dead.add(holder);
    for (const [name, queue] of this.#queues) {
      for (const entry of queue) if (entry.holder === holder) this.#leave(name, entry);
    }
  }

  #enter(name: string, entry: Waiting): void {
    // A test cannot end what a thread was about to do.
    if (this.#dead.has(entry.holder)) return;
    const queue = this.#queues.get(name) ?? [];
    this.#queues.set(name, queue);
    queue.push(entry);
    if (queue.length === 1) entry.granted();
  }

  #leave(name: string, entry: Waiting): void {
    const queue = this.#queues.get(name) ?? [];
    const held = queue[0] === entry;
    this.#queues.set(
      name,
      queue.filter((other) => other !== entry),
    );
    if (held) this.#queues.get(name)?.[0]?.granted();
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Storage that keeps nothing but what a sign-out needs. */
export class NoStorage implements Storage {
  signOut: PendingSignOut | null = null;
  destroyed = 0;

  async restore(): Promise<void> {}
  async open(): Promise<void> {}
  remember(): void {}
  async keepSignOut(pending: PendingSignOut | null): Promise<void> {
    this.signOut = pending;
  }
  async pendingSignOut(): Promise<PendingSignOut | null> {
    return this.signOut;
  }
  async destroy(): Promise<void> {
    this.destroyed += 1;
  }
  async flush(): Promise<void> {}
  async retry(): Promise<void> {}
  async keptLog(): Promise<KeptLog | null> {
    return null;
  }
  async recording(): Promise<null> {
    return null;
  }
  async record(): Promise<void> {}
  inspect(): null {
    return null;
  }
}

/** One socket, whose other end is the test. */
export interface SocketDouble {
  readonly events: SocketEvents;
  /** What the client sent, in order. */
  readonly sent: readonly ClientMessage[];
  open: boolean;
}

/** Sockets that stay silent until the test says what they tell. Closing one is told at once. */
export class SocketsDouble {
  readonly all: SocketDouble[] = [];
  /** The most sockets that were open at once. */
  most = 0;

  readonly open: OpenSocket = (events) => {
    const sent: ClientMessage[] = [];
    const socket: SocketDouble = { events, sent, open: true };
    this.all.push(socket);
    this.most = Math.max(this.most, this.all.filter((other) => other.open).length);
    return {
      send: (text) => sent.push(JSON.parse(text) as ClientMessage),
      close: () => this.close(socket, 1000),
    };
  };

  /** The newest one. */
  get last(): SocketDouble {
    const socket = this.all.at(-1);
    if (socket === undefined) throw new RangeError('No socket was opened.');
    return socket;
  }

  close(socket: SocketDouble, code: number): void {
    if (!socket.open) return;
    socket.open = false;
    socket.events.closed(code);
  }
}

/** What asks the host, which is there from the beginning. */
export const HOST_SIDE: Environment['hostSide'] = { content: hostSide, load: async () => hostSide };

/** An environment of doubles; `parts` stand for what the test cares for. */
export function environmentDouble(
  parts: Partial<Environment> = {},
): Environment & { readonly logged: string[] } {
  const logged: string[] = [];
  return {
    clock: new ManualClock(),
    random: () => 0.5,
    openSocket: () => ({ send: () => {}, close: () => {} }),
    fetch: async () => {
      throw new TypeError('There is no host.');
    },
    locks: new LockDouble().of('worker'),
    hostSide: HOST_SIDE,
    build: 'test',
    log: (message) => logged.push(message),
    logged,
    ...parts,
  };
}
