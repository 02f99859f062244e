/** Asks a server's query port for its status, again and again, and says when it has gone silent. */
import type { ConnectorTarget } from '../contract.ts';
import type { ConnectorPorts } from '../ports.ts';
import { parseInfo, type ServerInfo } from './info.ts';
import { ask, type QueryResult } from './query.ts';
import { statusOf, type ServerStatus } from './status.ts';
import { defaultQueryPort } from './target.ts';

/** Milliseconds. */
export const POLL_TIMING = {
  /** Between questions; chance moves each by up to a tenth, so that many servers spread out. */
  interval: 10_000,
  timeout: 2_000,
  sends: 3,
  /** Without an answer for this long, what was known is not known any more. */
  silence: 45_000,
} as const;

export type PollTarget = Pick<ConnectorTarget, 'game' | 'host' | 'gamePort' | 'queryPort'>;

export interface PollHandlers {
  /** `latency` in ms; null where the question had to be repeated. */
  onStatus(status: ServerStatus, latency: number | null): void;
  /** Told once for each silence that follows an answer. */
  onSilent(): void;
  /** A question was not answered; `resolved`: the host name has an address. */
  onMissed?(resolved: boolean): void;
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
): { readonly result: Promise<FoundInfo | null>; readonly cancel: () => void } {
  const port = target.queryPort ?? defaultQueryPort(target.game, target.gamePort);
  const { timeout, sends } = POLL_TIMING;
  const asking = ask({ address, port }, 'info', ports, { timeout, sends });
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

export class StatusPoller {
  readonly #target: PollTarget;
  readonly #ports: ConnectorPorts;
  readonly #handlers: PollHandlers;
  #running = false;
  /** Elapsed ms of the last answer; null while none is known. */
  #answered: number | null = null;
  #cancelTimer = (): void => undefined;
  #cancelQuestion = (): void => undefined;

  constructor(target: PollTarget, ports: ConnectorPorts, handlers: PollHandlers) {
    this.#target = target;
    this.#ports = ports;
    this.#handlers = handlers;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    void this.#poll();
  }

  /** Closes what is open; no handler is called afterwards. */
  stop(): void {
    this.#running = false;
    this.#cancelTimer();
    this.#cancelQuestion();
  }

  async #poll(): Promise<void> {
    const { clock, random, resolve } = this.#ports;
    const began = clock.elapsed();
    const resolved = await resolve(this.#target.host);
    if (!this.#running) return;
    let found: FoundInfo | null = null;
    if (resolved.ok) {
      const asking = askInfo(this.#target, resolved.address, this.#ports);
      this.#cancelQuestion = asking.cancel;
      found = await asking.result;
    }
    if (!this.#running) return;
    const now = clock.elapsed();
    if (found !== null) {
      this.#answered = now;
      this.#handlers.onStatus(statusOf(found.info, this.#target.game), found.latency);
    } else {
      this.#missed(now, resolved.ok);
    }
    const { interval } = POLL_TIMING;
    const next = began + interval * (0.9 + random() * 0.2);
    this.#cancelTimer = clock.after(Math.max(1_000, next - now), () => void this.#poll());
  }

  #missed(now: number, resolved: boolean): void {
    this.#handlers.onMissed?.(resolved);
    if (this.#answered !== null && now - this.#answered >= POLL_TIMING.silence) {
      this.#answered = null;
      this.#handlers.onSilent();
    }
  }
}
