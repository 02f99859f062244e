/** Asks a server's query port for its status, again and again, and says when it has gone silent. */
import { unnamedQueryPort } from '../../../protocol/games/games.ts';
import type { ConnectionFault, ConnectorTarget } from '../contract.ts';
import type { ConnectorPorts } from '../ports.ts';
import { parseInfo, type ServerInfo } from './info.ts';
import { ask, type QueryOptions, type QueryResult } from './query.ts';
import { statusOf, type ServerStatus } from './status.ts';

/** Milliseconds. */
export const POLL_TIMING = {
  /** Between questions; chance moves each by up to a tenth, so that many servers spread out. */
  interval: 4_000,
  /** The same while nothing answers, and when that has been so for long. */
  lostInterval: 3_000,
  patientInterval: 10_000,
  long: 300_000,
  /** A server that was lost for less than this may be there, and its answers be lost on the way. */
  soon: 120_000,
  /** Without an answer for this long, what was known is not known any more. */
  silence: 9_000,
} as const;

/** A server that answered a moment ago: one lost datagram or five are no silence. */
const PRESSING = { timeout: 1_000, again: 250, limit: POLL_TIMING.silence } as const;
/** A server that does not answer, or nobody knows whether. */
const HOPEFUL = { timeout: 1_000, again: 250, limit: 2_000 } as const;
/** The same when that has been so for more than a short while. */
const PATIENT = { ...HOPEFUL, again: 1_000 } as const;
/** The one question of the test of a connection. */
const ONCE = { timeout: 1_000, again: 1_000, limit: 6_000 } as const;

export type PollTarget = Pick<ConnectorTarget, 'game' | 'host' | 'gamePort' | 'queryPort'>;

export interface PollHandlers {
  /** `latency` in ms; null where the question had to be repeated. */
  onStatus(status: ServerStatus, latency: number | null): void;
  /** The first answer, and the first after questions that were not answered; told after its status. */
  onAnswering?(): void;
  /** Told once for each silence that follows an answer. */
  onSilent(): void;
  /** A question was not answered, or could not be asked. */
  onMissed?(fault: ConnectionFault): void;
}

export interface FoundInfo {
  readonly info: ServerInfo;
  /** Round trip in ms; null where the question had to be repeated. */
  readonly latency: number | null;
}

/** Asks a target for its INFO; the result is null where nothing fitting answers. */
export function askInfo(
  target: PollTarget,
  address: string,
  ports: ConnectorPorts,
  options: QueryOptions = ONCE,
): { readonly result: Promise<FoundInfo | null>; readonly cancel: () => void } {
  const port = target.queryPort ?? unnamedQueryPort(target.game, target.gamePort);
  const asking = ask({ address, port }, 'info', ports, options);
  return { result: asking.result.then((result) => fitting(result, target)), cancel: asking.cancel };
}

function fitting(result: QueryResult, target: PollTarget): FoundInfo | null {
  const info = result.ok ? parseInfo(result.answer) : null;
  if (!result.ok || info === null) return null;
  // On a guessed port another server of the same machine may answer.
  const guessed = target.queryPort === null;
  if (guessed && info.gamePort !== null && info.gamePort !== target.gamePort) return null;
  return { info, latency: result.latency };
}

const nothing = (): void => undefined;

export class StatusPoller {
  readonly #target: PollTarget;
  readonly #ports: ConnectorPorts;
  readonly #handlers: PollHandlers;
  #running = false;
  /** The last question was answered. */
  #answering = false;
  /** What was told holds. */
  #known = false;
  /** Since when no question was answered, elapsed ms. */
  #lostSince = 0;
  #cancelTimer = nothing;
  #cancelSilence = nothing;
  #cancelQuestion = nothing;

  constructor(target: PollTarget, ports: ConnectorPorts, handlers: PollHandlers) {
    this.#target = target;
    this.#ports = ports;
    this.#handlers = handlers;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#lostSince = this.#ports.clock.elapsed();
    void this.#poll();
  }

  /** Closes what is open; no handler is called afterwards. */
  stop(): void {
    this.#running = false;
    this.#cancelTimer();
    this.#cancelSilence();
    this.#cancelQuestion();
  }

  async #poll(): Promise<void> {
    const { clock, random, resolve } = this.#ports;
    const began = clock.elapsed();
    const resolved = await resolve(this.#target.host);
    if (!this.#running) return;
    let found: FoundInfo | null = null;
    if (resolved.ok) {
      const asking = askInfo(this.#target, resolved.address, this.#ports, this.#options());
      this.#cancelQuestion = asking.cancel;
      found = await asking.result;
    }
    if (!this.#running) return;
    if (found !== null) this.#answered(found);
    else this.#missed({ kind: resolved.ok ? 'socket-unreachable' : resolved.kind });
    const wait = began + this.#interval() * (0.9 + random() * 0.2) - clock.elapsed();
    this.#cancelTimer = clock.after(Math.max(1_000, wait), () => void this.#poll());
  }

  #options(): QueryOptions {
    if (this.#known) return PRESSING;
    return this.#lostFor() < POLL_TIMING.soon ? HOPEFUL : PATIENT;
  }

  #interval(): number {
    const { interval, lostInterval, patientInterval, long } = POLL_TIMING;
    if (this.#answering) return interval;
    return this.#lostFor() < long ? lostInterval : patientInterval;
  }

  #lostFor(): number {
    return this.#ports.clock.elapsed() - this.#lostSince;
  }

  #answered(found: FoundInfo): void {
    const again = !this.#answering;
    this.#answering = true;
    this.#known = true;
    this.#cancelSilence();
    this.#cancelSilence = this.#ports.clock.after(POLL_TIMING.silence, () => this.#silent());
    this.#handlers.onStatus(statusOf(found.info, this.#target.game), found.latency);
    if (again) this.#handlers.onAnswering?.();
  }

  #missed(fault: ConnectionFault): void {
    if (this.#answering) this.#lostSince = this.#ports.clock.elapsed();
    this.#answering = false;
    this.#handlers.onMissed?.(fault);
  }

  /** The question that is open is given up: the next is asked as of a server that does not answer. */
  #silent(): void {
    this.#known = false;
    this.#handlers.onSilent();
    this.#cancelQuestion();
  }
}
