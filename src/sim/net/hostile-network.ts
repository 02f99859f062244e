import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import type { DatagramPort, DatagramUsers, Network, Peer, PeerUsers, Remote } from './network.ts';

/** How bad a network is. Shares are from 0 to 1. */
export interface Hostility {
  /** Share of datagrams that vanish; a stream's messages come late instead. */
  readonly loss?: number;
  /** Share of datagrams that arrive twice. */
  readonly double?: number;
  /** Share of datagrams that are held back, so that later ones overtake them. */
  readonly reorder?: number;
  /** Milliseconds each way; the half of a round trip. */
  readonly latencyMs?: number;
  /** Up to so many milliseconds more, drawn for each datagram. */
  readonly jitterMs?: number;
  /** Milliseconds that a websocket holds on average; it is never cut when absent. */
  readonly cutAfterMs?: number;
  /** Share of the cuts that neither side is told of: nothing goes through any longer. */
  readonly halfOpen?: number;
}

/** How long one held back is behind the others, and a stream behind what it lost. */
const HELD_BACK_MS = 300;
const RESENT_MS = 400;
/** A machine's own patience with a peer that went silent. */
const HALF_OPEN_MS = 120_000;

/** Puts `hostility` between the clients and the servers of a network, in both directions. */
export function hostileNetwork(
  network: Network,
  hostility: Hostility,
  clock: Clock,
  random: Random,
): Network {
  const road = new Road(hostility, clock, random);
  return {
    datagramPort: (host, port, users) =>
      new HostileDatagramPort(road, users, (inner) => network.datagramPort(host, port, inner)),
    webSocketPort: (host, port, users) =>
      network.webSocketPort(host, port, {
        accept: (path, from) => {
          const take = users.accept(path, from);
          return take === undefined
            ? undefined
            : (peer) => new HostileStream(peer, road).join(take);
        },
        failed: users.failed,
      }),
  };
}

class Road {
  readonly hostility: Hostility;
  readonly clock: Clock;
  readonly random: Random;

  constructor(hostility: Hostility, clock: Clock, random: Random) {
    this.hostility = hostility;
    this.clock = clock;
    this.random = random;
  }

  /** Hands a datagram over late, twice or never. */
  carry(hand: () => void): void {
    const { loss = 0, double = 0 } = this.hostility;
    if (this.random.chance(loss)) return;
    this.clock.schedule(this.#delay(), hand);
    if (this.random.chance(double)) this.clock.schedule(this.#delay(), hand);
  }

  /** How long a message of a stream takes: what is lost is sent again. */
  streamDelay(): number {
    const { loss = 0, latencyMs = 0, jitterMs = 0 } = this.hostility;
    let delay = latencyMs + this.random.next() * jitterMs;
    while (this.random.chance(Math.min(loss, 0.9))) delay += RESENT_MS;
    return delay;
  }

  #delay(): number {
    const { reorder = 0, latencyMs = 0, jitterMs = 0 } = this.hostility;
    const held = this.random.chance(reorder) ? this.random.next() * HELD_BACK_MS : 0;
    return latencyMs + this.random.next() * jitterMs + held;
  }
}

class HostileDatagramPort implements DatagramPort {
  readonly #inner: DatagramPort;
  readonly #road: Road;
  /** What is still under way when the port closes is lost. */
  #life = 0;

  constructor(road: Road, users: DatagramUsers, make: (users: DatagramUsers) => DatagramPort) {
    this.#road = road;
    this.#inner = make({
      receive: (datagram, from) => this.#carry(() => users.receive(datagram, from)),
      failed: users.failed,
    });
  }

  get port(): number {
    return this.#inner.port;
  }

  get silenced(): boolean {
    return this.#inner.silenced;
  }

  set silenced(silenced: boolean) {
    this.#inner.silenced = silenced;
  }

  get lost(): number {
    return this.#inner.lost;
  }

  open(opened: (error?: Error) => void): void {
    this.#inner.open(opened);
  }

  close(closed: () => void): void {
    this.#life += 1;
    this.#inner.close(closed);
  }

  send(packet: Buffer, to: Remote): void {
    this.#carry(() => this.#inner.send(packet, to));
  }

  #carry(hand: () => void): void {
    const life = this.#life;
    this.#road.carry(() => {
      if (life === this.#life) hand();
    });
  }
}

/** One websocket over a bad line: in order, late, and cut sooner or later. */
class HostileStream {
  readonly #peer: Peer;
  readonly #road: Road;
  #users: PeerUsers | undefined;
  #sentUntil = 0;
  #receivedUntil = 0;
  #dead = false;
  #over = false;
  readonly #timers = new Set<() => void>();

  constructor(peer: Peer, road: Road) {
    this.#peer = peer;
    this.#road = road;
  }

  join(take: (peer: Peer) => PeerUsers): PeerUsers {
    const { remote } = this.#peer;
    this.#planCut();
    this.#users = take({
      remote,
      send: (text) => this.#send(() => this.#peer.send(text)),
      close: (code) => this.#send(() => this.#peer.close(code)),
      cut: () => this.#send(() => this.#peer.cut()),
    });
    return {
      receive: (text) => this.#receive(() => this.#users?.receive(text)),
      closed: () => this.#receive(() => this.#end()),
    };
  }

  #send(action: () => void): void {
    const now = this.#road.clock.now();
    this.#sentUntil = Math.max(this.#sentUntil, now + this.#road.streamDelay());
    this.#in(this.#sentUntil - now, action);
  }

  #receive(action: () => void): void {
    const now = this.#road.clock.now();
    this.#receivedUntil = Math.max(this.#receivedUntil, now + this.#road.streamDelay());
    this.#in(this.#receivedUntil - now, action);
  }

  /** Nothing of a dead line is handed over any longer, in neither direction. */
  #in(delayMs: number, action: () => void): void {
    this.#road.clock.schedule(delayMs, () => {
      if (!this.#dead && !this.#over) action();
    });
  }

  #planCut(): void {
    const { clock, random, hostility } = this.#road;
    const { cutAfterMs, halfOpen = 0 } = hostility;
    if (cutAfterMs === undefined) return;
    const cancel = clock.schedule(random.exponential(cutAfterMs), () => {
      this.#dead = true;
      const tellBoth = () => {
        this.#peer.cut();
        this.#end();
      };
      if (random.chance(halfOpen)) this.#timers.add(clock.schedule(HALF_OPEN_MS, tellBoth));
      else tellBoth();
    });
    this.#timers.add(cancel);
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    for (const cancel of this.#timers) cancel();
    this.#users?.closed();
  }
}
