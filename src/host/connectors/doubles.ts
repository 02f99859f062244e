/** Doubles of the ports: a clock that is moved by hand, and a network that loses, doubles and delays. */
import type {
  Clock,
  ConnectorPorts,
  DatagramHandlers,
  DatagramSocket,
  Endpoint,
  Resolution,
} from './ports.ts';
import { FakeWebSockets } from './websocket-doubles.ts';

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/** Stands still until `advance`; what falls due on the way runs in order, promises settled in between. */
export class ManualClock implements Clock {
  #elapsed = 0;
  readonly #start: number;
  readonly #timers = new Set<Timer>();

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#start = start;
  }

  now(): number {
    return this.#start + this.#elapsed;
  }

  elapsed(): number {
    return this.#elapsed;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { due: this.#elapsed + ms, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await settled();
    for (let next = this.#next(); next !== null && next.due <= end; next = this.#next()) {
      this.#timers.delete(next);
      this.#elapsed = Math.max(this.#elapsed, next.due);
      next.run();
      await settled();
    }
    this.#elapsed = end;
  }

  #next(): Timer | null {
    let first: Timer | null = null;
    for (const timer of this.#timers) {
      if (first === null || timer.due < first.due) first = timer;
    }
    return first;
  }
}

/** Lets every promise that can settle do so. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A repeatable source of chance (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A machine on the network: takes a client's datagram, answers by `reply` at any time. */
export type Service = (data: Uint8Array, client: number, reply: (data: Uint8Array) => void) => void;

export interface NetworkFaults {
  /** Shares of datagrams, 0 to 1. */
  loss: number;
  duplication: number;
  /** Delayed by up to `delay` ms beyond the others, so that they arrive out of order. */
  reordering: number;
  delay: number;
}

/** A network without sockets. Where no service listens it refuses, as a machine that is up would. */
export class FakeNetwork {
  readonly faults: NetworkFaults = { loss: 0, duplication: 0, reordering: 0, delay: 500 };
  readonly #clock: ManualClock;
  readonly #random: () => number;
  readonly #services = new Map<string, Service>();
  readonly #hosts = new Map<string, string>();
  readonly opened: Endpoint[] = [];
  readonly web: FakeWebSockets;
  #open = 0;
  #clients = 0;

  constructor(clock: ManualClock, seed = 1) {
    this.#clock = clock;
    this.#random = seededRandom(seed);
    this.web = new FakeWebSockets(clock);
  }

  /** Sockets that are open now, of both kinds. */
  get open(): number {
    return this.#open + this.web.open;
  }

  listen(endpoint: Endpoint, service: Service): void {
    this.#services.set(place(endpoint), service);
  }

  /** Nothing listens there any more. */
  unlisten(endpoint: Endpoint): void {
    this.#services.delete(place(endpoint));
  }

  name(host: string, address: string): void {
    this.#hosts.set(host, address);
  }

  ports(random: () => number = this.#random): ConnectorPorts {
    return {
      clock: this.#clock,
      random,
      resolve: (host) => Promise.resolve(this.#resolve(host)),
      openSocket: (endpoint, handlers) => this.#openSocket(endpoint, handlers),
      openWebSocket: (endpoint, path, handlers) => this.web.connect(endpoint, path, handlers),
    };
  }

  #resolve(host: string): Resolution {
    const address = /^[\d.]+$/.test(host) ? host : this.#hosts.get(host);
    return address === undefined
      ? { ok: false, kind: 'hostname-not-resolved', detail: 'not found' }
      : { ok: true, address };
  }

  #openSocket(endpoint: Endpoint, handlers: DatagramHandlers): DatagramSocket {
    this.opened.push(endpoint);
    this.#open += 1;
    this.#clients += 1;
    const client = this.#clients;
    let closed = false;
    const reply = (data: Uint8Array): void => {
      this.#carry(() => {
        if (!closed) handlers.onDatagram(data);
      });
    };
    return {
      send: (data) => {
        if (closed) return;
        this.#carry(() => {
          const service = this.#services.get(place(endpoint));
          if (service !== undefined) service(data, client, reply);
          else if (!closed) handlers.onError({ kind: 'refused' });
        });
      },
      close: () => {
        if (!closed) this.#open -= 1;
        closed = true;
      },
    };
  }

  #carry(deliver: () => void): void {
    const { loss, duplication, reordering, delay } = this.faults;
    const copies = this.#random() < duplication ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      if (this.#random() < loss) continue;
      const late = this.#random() < reordering ? this.#random() * delay : 0;
      this.#clock.after(5 + late, deliver);
    }
  }
}

function place(endpoint: Endpoint): string {
  return `${endpoint.address}:${endpoint.port}`;
}
