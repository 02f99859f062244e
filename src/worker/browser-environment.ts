import type { World } from './contract.ts';
import type { Clock, Environment, LateFile, Locks, OpenSocket } from './environment.ts';

/** The time of this machine. */
export const browserClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

const locks: Locks = {
  whenReleased(name, callback) {
    navigator.locks.request(name, () => callback()).catch(reportError);
  },
  async ifFree(name, work) {
    await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await work();
    });
  },
  acquire(name) {
    const waiting = new AbortController();
    let release = () => waiting.abort();
    const held = new Promise<void>((granted) => {
      const keep = () =>
        new Promise<void>((done) => {
          release = done;
          granted();
        });
      navigator.locks.request(name, { signal: waiting.signal }, keep).catch((error: unknown) => {
        if (!waiting.signal.aborted) reportError(error);
      });
    });
    return { held, release: () => release() };
  },
};

function socketOpener(origin: string, path: string): OpenSocket {
  return (events) => {
    const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${path}`);
    socket.onopen = () => events.opened();
    socket.onmessage = (event: MessageEvent<string>) => events.received(event.data);
    socket.onclose = (event) => events.closed(event.code);
    return { send: (text) => socket.send(text), close: () => socket.close() };
  };
}

function lateFile<T>(read: () => Promise<T>): LateFile<T> {
  let loading: Promise<T> | null = null;
  let file: { readonly content: T } | null = null;
  return {
    get content() {
      if (file === null) throw new ReferenceError('It was not loaded yet.');
      return file.content;
    },
    async load() {
      const content = await (loading ??= read());
      file = { content };
      return content;
    },
  };
}

/** The world as a browser's worker has it. `origin` is the API host's. */
export function browserEnvironment(origin: string, build: string, world: World): Environment {
  return {
    clock: browserClock,
    random: Math.random,
    openSocket: socketOpener(origin, world === 'display' ? '/connect/display' : '/connect'),
    async fetch(path, { method, body, timeoutMs }) {
      const response = await fetch(`${origin}${path}`, {
        method,
        credentials: 'include',
        cache: 'no-store',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
      });
      return { status: response.status, text: await response.text() };
    },
    locks,
    hostSide: lateFile(() => import('./host-side.ts')),
    build,
    log: (message, detail) => console.warn(message, detail ?? ''),
  };
}
