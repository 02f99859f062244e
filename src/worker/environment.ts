/** What the worker needs of the world, as small interfaces: tests put doubles behind them. */

export interface Clock {
  /** Epoch milliseconds: for what is told and shown, since somebody may set this clock. */
  now(): number;
  /** Milliseconds since some moment, which only grow: for how long something takes. */
  elapsed(): number;
  /** Calls back once after `ms`; answers how to call it off. */
  after(ms: number, callback: () => void): () => void;
}

/** A websocket, opened. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

export interface SocketEvents {
  opened(): void;
  received(text: string): void;
  /** Once, also where it never opened. */
  closed(code: number): void;
}

/** Opens the websocket to the host. */
export type OpenSocket = (events: SocketEvents) => Socket;

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly body?: string;
  /** Without an answer by then, none comes: a stalled connection would keep us waiting for minutes. */
  readonly timeoutMs: number;
}

/** One HTTP exchange with the host; rejects where no answer came. */
export type Fetch = (
  path: string,
  request: HttpRequest,
) => Promise<{ readonly status: number; readonly text: string }>;

/** A lock that was asked for. */
export interface Lock {
  /** Resolves when it is ours. */
  readonly held: Promise<void>;
  /** Gives it back, or stops waiting for it. */
  release(): void;
}

/** Web Locks: given back by themselves when their holder's thread ends. */
export interface Locks {
  /** Queues for a lock and keeps it. */
  acquire(name: string): Lock;
  /** Does the work under a lock that nobody holds or waits for; otherwise it is left undone. */
  ifFree(name: string, work: () => Promise<void>): Promise<void>;
  /** Calls back once when the holder of the lock is gone. */
  whenReleased(name: string, callback: () => void): void;
}

/** A file that is read when it is needed first. */
export interface LateFile<T> {
  /** What is in it, once it was loaded; throws before. */
  readonly content: T;
  /** Rejects where it does not come: then it does not any more. */
  load(): Promise<T>;
}

/** Numbers from 0 (included) to 1. */
export type Random = () => number;

export type HostSide = typeof import('./host-side.ts');

export interface Environment {
  readonly clock: Clock;
  readonly random: Random;
  readonly openSocket: OpenSocket;
  readonly fetch: Fetch;
  readonly locks: Locks;
  /** Nothing is asked of the host, and nothing that it says is taken in, before it is there. */
  readonly hostSide: LateFile<HostSide>;
  /** Names the built files that run here. */
  readonly build: string;
  /** What is worth a developer's look: slow keepalives, malformed frames, failing storage. */
  readonly log: (message: string, detail?: unknown) => void;
}
