import {
  BehaviorSubject,
  connect,
  defer,
  EMPTY,
  exhaustMap,
  ignoreElements,
  map,
  merge,
  Observable,
  retry,
  skip,
  startWith,
  Subject,
  switchMap,
  takeUntil,
  tap,
  throwError,
  timeout,
  TimeoutError,
  timer,
  type SchedulerLike,
} from 'rxjs';
import type { ConnectionState } from '../../domain/rows.ts';
import { CLOSE } from '../../protocol/close-codes.ts';
import type { ClientMessage } from '../../protocol/frames.ts';
import { clockScheduler, whileWanted } from '../clock-scheduler.ts';
import type { Environment, Socket } from '../environment.ts';
import { backoff } from './backoff.ts';
import { Echoes, LATENCY_WARNING_MS } from './echoes.ts';
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
/** While somebody wants to know how far behind the host it is, it is measured so often. */
const MEASURE_MS = 5_000;
/** An echo that is not here by then, while nothing else comes, casts doubt on the connection. */
const OVERDUE_MS = 3_000;
/** So many keepalives without a sign of life, and the connection is gone. */
const SILENT_KEEPALIVES = 2.5;
/** The back-off starts again after a connection that held for so long: a host may let in and close at once. */
const HELD_MS = 10_000;

/** Its moment is set as it goes out. */
const KEEPALIVE: ClientMessage = { type: 'keepalive', sent: 0 };

/** Why a connection, or the try to make one, has ended. `status` is what the host refuses it with. */
class LostError extends Error {
  readonly kind = 'lost';
  readonly status: number | null;

  constructor(status: number | null = null) {
    super();
    this.status = status;
  }
}

/** The one websocket: connects, stays, and comes back for ever. */
export class Link {
  readonly #deps: LinkDeps;
  readonly #scheduler: SchedulerLike;
  readonly #echoes: Echoes;
  readonly #outbox: Outbox;
  readonly #state = new BehaviorSubject<ConnectionState>({ kind: 'starting' });
  /** Each ends what was before it. */
  readonly #wishes = new Subject<'connect' | 'rest'>();
  /** The host follows our streams, and wants a sign of life so often. */
  readonly #acknowledged = new Subject<number>();
  readonly #doubts = new Subject<void>();
  #socket: Socket | null = null;
  #attempt = 0;
  /** Since when it is live, by the clock that only grows. */
  #liveAt = 0;
  /** How many sockets are open, opening or closing. */
  sockets = 0;

  constructor(deps: LinkDeps) {
    this.#deps = deps;
    this.#echoes = new Echoes(deps.environment.clock);
    this.#scheduler = clockScheduler(deps.environment.clock);
    this.#outbox = new Outbox(deps.environment.clock, (message) => this.#post(message));
    this.#wishes
      .pipe(switchMap((wish) => (wish === 'connect' ? this.#connections() : EMPTY)))
      .subscribe();
    this.#state.pipe(skip(1)).subscribe(deps.stateChanged);
  }

  get state(): ConnectionState {
    return this.#state.value;
  }

  /** Milliseconds since the host's last sign of life; 0 while the connection is not live. */
  get silent(): number {
    return this.state.kind === 'live' ? this.#echoes.silence : 0;
  }

  /** Milliseconds that what the host tells takes until it is read here; 0 while the connection is not live. */
  get behind(): number {
    return this.state.kind === 'live' ? this.#echoes.behind : 0;
  }

  /**
   * Somebody wants to know how far behind it is: a keepalive goes out, unless one did lately or still
   * waits to. One that is overdue casts doubt on the connection.
   */
  measure(): void {
    if (this.state.kind !== 'live') return;
    const { waited, silence, sinceSent } = this.#echoes;
    if (waited !== null) {
      if (Math.min(waited, silence) >= OVERDUE_MS) this.probe();
    } else if (this.#outbox.size === 0 && sinceSent >= MEASURE_MS) this.send(KEEPALIVE);
  }

  /** Messages that wait for the host's limit. */
  get waiting(): number {
    return this.#outbox.size;
  }

  /** Connects now, whatever it waited for. */
  connect(): void {
    this.#wishes.next('connect');
  }

  /** Connects now instead of waiting for the back-off. */
  nudge(): void {
    if (this.state.kind === 'lost' || this.state.kind === 'refused') this.connect();
  }

  /** Something hints that the connection is gone: it must show a sign of life, or is given up. */
  probe(): void {
    if (this.state.kind === 'live') this.#doubts.next();
  }

  /** Hears and says nothing more. Nobody is told of it yet. */
  abandon(): void {
    this.#wishes.next('rest');
  }

  /** Ends; `connect` starts again. */
  signOut(reason: 'none' | 'expired' | 'signed-out'): void {
    this.abandon();
    this.#attempt = 0;
    this.#state.next({ kind: 'signed-out', reason });
  }

  /** Sends as soon as the host's limit allows; nothing where there is no socket. */
  send(message: ClientMessage): void {
    this.#outbox.push(message);
  }

  /** The host's `ack` was folded: what follows is live. */
  acknowledged(keepaliveMs: number): void {
    const { clock } = this.#deps.environment;
    this.#liveAt = clock.elapsed();
    this.#echoes.heard();
    this.#state.next({ kind: 'live', since: clock.now(), latency: null });
    this.#acknowledged.next(keepaliveMs);
    this.send(KEEPALIVE);
  }

  /** A keepalive of the host: its own is answered, the echo of ours is measured up to when it came. */
  keepalive(sent: number | null): void {
    if (sent === null) {
      this.send(KEEPALIVE);
      return;
    }
    const latency = this.#echoes.echoed(sent);
    if (latency > LATENCY_WARNING_MS) {
      this.#deps.environment.log(`The host answers slowly: ${latency} ms on average.`);
    }
    if (this.state.kind === 'live') this.#state.next({ ...this.state, latency });
  }

  /** One connection after the other, with a rest between them. */
  #connections(): Observable<unknown> {
    return defer(() => {
      const deadline = this.#deps.environment.clock.now() + CONNECT_DEADLINE_MS;
      if (this.state.kind !== 'lost' && this.state.kind !== 'refused') {
        this.#state.next({ kind: 'connecting', attempt: this.#attempt, deadline });
      }
      return whileWanted<Readiness>(async (tell, wanted) => tell(await this.#deps.prepare(wanted)));
    }).pipe(
      switchMap((readiness) => this.#prepared(readiness)),
      timeout({ first: CONNECT_DEADLINE_MS, scheduler: this.#scheduler }),
      retry({ delay: (error: unknown) => this.#ended(error) }),
    );
  }

  #prepared(readiness: Readiness): Observable<unknown> {
    switch (readiness.kind) {
      case 'ready':
        return this.#connection();
      case 'signed-out':
        this.signOut(readiness.reason);
        return EMPTY;
      case 'refused':
        return throwError(() => new LostError(readiness.status));
      case 'unreachable':
        return throwError(() => new LostError());
    }
  }

  /** Emits as soon as it is live, and at each sign of life from then on: any frame is one. Ends by an error. */
  #connection(): Observable<unknown> {
    const scheduler = this.#scheduler;
    return this.#messages().pipe(
      tap((message) => {
        this.#echoes.heard();
        this.#deps.received(message);
      }),
      connect((heard) => {
        const stays = (keepaliveMs: number) =>
          heard.pipe(
            startWith(null),
            timeout({ each: keepaliveMs * SILENT_KEEPALIVES, scheduler }),
          );
        // What was asked before and is not answered yet stands for this doubt too.
        const answers = () => {
          this.#post(KEEPALIVE);
          const gone = map(() => {
            throw new LostError();
          });
          return timer(PROBE_MS, scheduler).pipe(takeUntil(heard), gone);
        };
        return merge(
          heard.pipe(ignoreElements()),
          this.#acknowledged.pipe(switchMap(stays)),
          this.#doubts.pipe(exhaustMap(answers)),
        );
      }),
    );
  }

  /** The messages of one socket, which is open for as long as somebody listens. */
  #messages(): Observable<string> {
    const { clock, openSocket } = this.#deps.environment;
    return new Observable((listener) => {
      const socket = openSocket({
        opened: () => {
          if (listener.closed) return;
          this.#state.next({ kind: 'resuming', since: clock.now() });
          this.#outbox.clear();
          for (const message of this.#deps.hello()) this.send(message);
        },
        received: (text) => listener.next(text),
        closed: (code) => {
          this.sockets -= 1;
          // Also where the session ended: the next try asks for the status and finds out.
          listener.error(new LostError(code === CLOSE.PROTOCOL ? code : null));
        },
      });
      this.sockets += 1;
      this.#socket = socket;
      return () => {
        this.#socket = null;
        this.#outbox.clear();
        this.#echoes.clear();
        socket.close();
      };
    });
  }

  /** Tells how a connection ended; emits when it is time for the next. One of another protocol has no next. */
  #ended(error: unknown): Observable<unknown> {
    const { clock, random, log } = this.#deps.environment;
    const expected = error instanceof LostError || error instanceof TimeoutError;
    if (!expected) log('The connection could not be made.', error);
    const status = error instanceof LostError ? error.status : null;
    if (status === CLOSE.PROTOCOL) {
      this.#state.next({ kind: 'refused', status });
      return EMPTY;
    }
    if (this.state.kind === 'live' && clock.elapsed() - this.#liveAt >= HELD_MS) this.#attempt = 0;
    const wait = backoff(this.#attempt, random);
    this.#attempt += 1;
    if (status === null) {
      const since = this.state.kind === 'lost' ? this.state.since : this.#echoes.heardOn;
      this.#state.next({
        kind: 'lost',
        since,
        attempt: this.#attempt,
        retry_at: clock.now() + wait,
      });
    } else this.#state.next({ kind: 'refused', status });
    return timer(wait, this.#scheduler);
  }

  /** A keepalive says when it really goes out: it may have waited for the host's limit. */
  #post(message: ClientMessage): void {
    const told = message.type === 'keepalive' ? { ...message, sent: this.#echoes.sent() } : message;
    this.#socket?.send(JSON.stringify(told));
  }
}
