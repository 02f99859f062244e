import type { ConnectionState } from '../../domain/rows.ts';
import { CLOSE } from '../../protocol/close-codes.ts';
import type { ClientMessage } from '../../protocol/frames.ts';
import type { Environment, Socket } from '../environment.ts';
import { backoff } from './backoff.ts';
import { Latency, LATENCY_WARNING_MS } from './latency.ts';
import { Outbox } from './outbox.ts';

/** What must be so before a socket makes sense: the host can be reached and somebody is signed in. */
export type Readiness =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'signed-out'; readonly reason: 'none' | 'expired' | 'signed-out' }
  | { readonly kind: 'refused'; readonly status: number };

export interface LinkDeps {
  readonly environment: Environment;
  /** Asks the host for status and account; nothing is done with what it says once that is not `wanted`. */
  readonly prepare: (wanted: () => boolean) => Promise<Readiness>;
  /** The first messages of a socket. */
  readonly hello: () => readonly ClientMessage[];
  /** A message came, of one frame or several; parsing is the ingest's. */
  readonly received: (message: string) => void;
  readonly stateChanged: (state: ConnectionState) => void;
}

/** A connection that is not live by then has failed, and one that is doubted and silent is gone. */
const CONNECT_DEADLINE_MS = 15_000;
const PROBE_MS = 5_000;
/** Until the host says its own pace. */
const KEEPALIVE_MS = 15_000;
/** While somebody wants to know how far behind the host it is, it is measured so often. */
const MEASURE_MS = 5_000;
/** An echo that is not here by then, while nothing else comes, casts doubt on the connection. */
const OVERDUE_MS = 3_000;
/** So many keepalives without a sign of life, and the connection is gone. */
const SILENT_KEEPALIVES = 2.5;
/** The back-off begins anew after a connection that held for so long: a host may let in and close at once. */
const HELD_MS = 10_000;

/** Its moment is set as it goes out. */
const KEEPALIVE: ClientMessage = { type: 'keepalive', sent: 0 };

/** The one websocket: connects, stays, and comes back for ever. */
export class Link {
  readonly #deps: LinkDeps;
  readonly #latency = new Latency();
  readonly #outbox: Outbox;
  #socket: Socket | null = null;
  /** Rises with each connection: what an older one still tells is not heard. */
  #epoch = 0;
  #attempt = 0;
  /** When the host was heard last, and since when it is live, by the clock that only grows. */
  #heardAt: number | null = null;
  /** The same by the time of day: the other clock may stand still while the machine sleeps. */
  #heardOn: number | null = null;
  #liveAt = 0;
  /** When it was doubted last. */
  #doubtedAt = Number.NEGATIVE_INFINITY;
  #keepaliveMs = KEEPALIVE_MS;
  /** When a keepalive went out last, the first one that was not echoed yet, and how old the last echo was. */
  #sentAt = 0;
  #unanswered: number | null = null;
  #behind = 0;
  #cancelTimer: () => void = () => {};
  #state: ConnectionState = { kind: 'starting' };
  /** How many sockets are open, opening or closing. */
  sockets = 0;

  constructor(deps: LinkDeps) {
    this.#deps = deps;
    this.#outbox = new Outbox(deps.environment.clock, (message) => this.#post(message));
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Milliseconds since the host's last sign of life; 0 while the connection is not live. */
  get silent(): number {
    return this.#state.kind === 'live' ? this.#silence() : 0;
  }

  /** Milliseconds that what the host tells takes until it is read here; 0 while the connection is not live. */
  get behind(): number {
    if (this.#state.kind !== 'live') return 0;
    const { clock } = this.#deps.environment;
    const waited = this.#unanswered === null ? 0 : clock.elapsed() - this.#unanswered;
    return Math.max(this.#behind, waited);
  }

  /**
   * Somebody wants to know how far behind it is: a keepalive goes out, unless one did lately or still
   * waits to. One that is overdue casts doubt on the connection.
   */
  measure(): void {
    if (this.#state.kind !== 'live') return;
    const elapsed = this.#deps.environment.clock.elapsed();
    if (this.#unanswered !== null) {
      const overdue = Math.min(elapsed - this.#unanswered, this.#silence()) >= OVERDUE_MS;
      if (overdue) this.probe();
      return;
    }
    if (this.#outbox.size === 0 && elapsed - this.#sentAt >= MEASURE_MS) this.send(KEEPALIVE);
  }

  /** Messages that wait for the host's limit. */
  get waiting(): number {
    return this.#outbox.size;
  }

  /** Connects now, whatever it waited for. */
  connect(): void {
    this.abandon();
    const epoch = this.#epoch;
    const wanted = () => epoch === this.#epoch;
    const { clock } = this.#deps.environment;
    if (this.#state.kind !== 'lost' && this.#state.kind !== 'refused') {
      const deadline = clock.now() + CONNECT_DEADLINE_MS;
      this.#become({ kind: 'connecting', attempt: this.#attempt, deadline });
    }
    this.#cancelTimer = clock.after(CONNECT_DEADLINE_MS, () => {
      if (wanted() && this.#state.kind !== 'live') this.#lose();
    });
    this.#deps.prepare(wanted).then(
      (readiness) => {
        if (wanted()) this.#prepared(readiness);
      },
      (error: unknown) => {
        this.#deps.environment.log('Preparing the connection failed.', error);
        if (wanted()) this.#lose();
      },
    );
  }

  /** Connects now instead of waiting for the back-off. */
  nudge(): void {
    if (this.#state.kind === 'lost' || this.#state.kind === 'refused') this.connect();
  }

  /** Something hints that the connection is gone: it must show a sign of life, or is given up. */
  probe(): void {
    const heard = this.#heardAt ?? Number.NEGATIVE_INFINITY;
    // What was asked before and is not answered yet stands for this doubt too.
    if (this.#state.kind !== 'live' || heard <= this.#doubtedAt) return;
    const epoch = this.#epoch;
    const { clock } = this.#deps.environment;
    const asked = clock.elapsed();
    this.#doubtedAt = asked;
    this.#post(KEEPALIVE);
    clock.after(PROBE_MS, () => {
      if (epoch === this.#epoch && (this.#heardAt ?? asked) <= asked) this.#lose();
    });
  }

  /** Hears and says nothing more. Nobody is told of it yet. */
  abandon(): void {
    this.#epoch += 1;
    this.#doubtedAt = Number.NEGATIVE_INFINITY;
    this.#cancelTimer();
    this.#latency.clear();
    this.#unanswered = null;
    this.#behind = 0;
    this.#outbox.clear();
    this.#socket?.close();
    this.#socket = null;
  }

  /** Ends; `connect` begins anew. */
  signOut(reason: 'none' | 'expired' | 'signed-out'): void {
    this.abandon();
    this.#attempt = 0;
    this.#become({ kind: 'signed-out', reason });
  }

  /** Sends as soon as the host's limit allows; nothing where there is no socket. */
  send(message: ClientMessage): void {
    this.#outbox.push(message);
  }

  /** The host's `ack` was folded: what follows is live. */
  acknowledged(keepaliveMs: number): void {
    const { clock } = this.#deps.environment;
    this.#liveAt = clock.elapsed();
    this.#keepaliveMs = keepaliveMs;
    this.#become({ kind: 'live', since: clock.now(), latency: null });
    this.#watch();
    this.send(KEEPALIVE);
  }

  /** A keepalive of the host: its own is answered, the echo of ours is measured up to when it came. */
  keepalive(sent: number | null): void {
    if (sent === null) {
      this.send(KEEPALIVE);
      return;
    }
    this.#behind = Math.max(0, this.#deps.environment.clock.elapsed() - sent);
    this.#unanswered = null;
    const latency = this.#latency.add((this.#heardAt ?? sent) - sent);
    if (latency > LATENCY_WARNING_MS) {
      this.#deps.environment.log(`The host answers slowly: ${latency} ms on average.`);
    }
    if (this.#state.kind === 'live') this.#become({ ...this.#state, latency });
  }

  #prepared(readiness: Readiness): void {
    switch (readiness.kind) {
      case 'ready':
        this.#tryOpen();
        return;
      case 'signed-out':
        this.signOut(readiness.reason);
        return;
      case 'refused':
        this.#become({ kind: 'refused', status: readiness.status });
        this.#retry();
        return;
      case 'unreachable':
        this.#lose();
    }
  }

  #tryOpen(): void {
    try {
      this.#open();
    } catch (error) {
      this.#deps.environment.log('No socket could be opened.', error);
      this.sockets -= 1;
      this.#lose();
    }
  }

  #open(): void {
    const epoch = this.#epoch;
    const { clock } = this.#deps.environment;
    const mine = () => epoch === this.#epoch;
    this.sockets += 1;
    this.#socket = this.#deps.environment.openSocket({
      opened: () => {
        if (!mine()) return;
        this.#become({ kind: 'resuming', since: clock.now() });
        this.#outbox.clear();
        for (const message of this.#deps.hello()) this.send(message);
      },
      received: (text) => {
        if (!mine()) return;
        this.#hear();
        this.#deps.received(text);
      },
      closed: (code) => {
        this.sockets -= 1;
        if (!mine()) return;
        this.#socket = null;
        if (code !== CLOSE.PROTOCOL) {
          // Also where the session ended: the next try asks for the status and finds out.
          this.#lose();
          return;
        }
        this.abandon();
        this.#become({ kind: 'refused', status: code });
      },
    });
  }

  /** Any frame counts as a sign of life; silence ends the connection. */
  #watch(): void {
    const { clock } = this.#deps.environment;
    const patience = this.#keepaliveMs * SILENT_KEEPALIVES;
    this.#hear();
    const check = () => {
      const silent = this.#silence();
      if (silent >= patience) this.#lose();
      else this.#cancelTimer = clock.after(patience - silent, check);
    };
    this.#cancelTimer();
    this.#cancelTimer = clock.after(patience, check);
  }

  #hear(): void {
    const { clock } = this.#deps.environment;
    this.#heardAt = clock.elapsed();
    this.#heardOn = clock.now();
  }

  /** Milliseconds since the host was heard; 0 where it never was. */
  #silence(): number {
    return this.#heardAt === null ? 0 : this.#deps.environment.clock.elapsed() - this.#heardAt;
  }

  #lose(): void {
    const { clock } = this.#deps.environment;
    const { kind } = this.#state;
    if (kind === 'live' && clock.elapsed() - this.#liveAt >= HELD_MS) this.#attempt = 0;
    const silentSince = clock.now() - this.#silence();
    const heard = Math.min(silentSince, this.#heardOn ?? silentSince);
    const since = this.#state.kind === 'lost' ? this.#state.since : heard;
    this.abandon();
    const retry_at = this.#retry();
    this.#become({ kind: 'lost', since, attempt: this.#attempt, retry_at });
  }

  #retry(): number {
    const { clock, random } = this.#deps.environment;
    const delay = backoff(this.#attempt, random);
    this.#attempt += 1;
    this.#cancelTimer();
    this.#cancelTimer = clock.after(delay, () => this.connect());
    return clock.now() + delay;
  }

  /** A keepalive says when it really goes out: it may have waited for the host's limit. */
  #post(message: ClientMessage): void {
    if (message.type !== 'keepalive') {
      this.#socket?.send(JSON.stringify(message));
      return;
    }
    const sent = this.#deps.environment.clock.elapsed();
    this.#sentAt = sent;
    this.#unanswered ??= sent;
    this.#socket?.send(JSON.stringify({ ...message, sent }));
  }

  #become(state: ConnectionState): void {
    this.#state = state;
    this.#deps.stateChanged(state);
  }
}
