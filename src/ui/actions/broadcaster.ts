import { signal, type ReadonlySignal } from '@preact/signals-react';
import {
  begunBroadcast,
  ended,
  retried,
  turned,
  type BroadcastRow,
} from '../../domain/actions/broadcast.ts';
import type { CommandError, Outcome } from '../../worker/contract.ts';

/** So many servers are asked at a time: a browser has six connections to a host of HTTP/1.1, and others need some. */
const AT_ONCE = 4;
/** How long to wait at the host's limit where it does not say. */
const LIMIT_SECONDS = 5;

export interface BroadcasterDeps<Request> {
  /** Asks one server; what it answers is for people. */
  readonly act: (serverId: string, requestId: string, request: Request) => Promise<Outcome<string>>;
  readonly newId: () => string;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Keeps the page open while servers are still to be asked; answers how to let it go. */
  readonly hold: () => () => void;
}

/** Sends one request to many servers, a few at a time, and keeps to the host's limit. */
export class Broadcaster<Request> {
  readonly #deps: BroadcasterDeps<Request>;
  readonly #rows = signal<readonly BroadcastRow[]>([]);
  #request: Request | null = null;

  constructor(deps: BroadcasterDeps<Request>) {
    this.#deps = deps;
  }

  get rows(): ReadonlySignal<readonly BroadcastRow[]> {
    return this.#rows;
  }

  /** What was sent last. */
  get request(): Request | null {
    return this.#request;
  }

  /** Whether some server has not answered yet. */
  get busy(): boolean {
    return this.#rows.peek().some(({ state }) => state === 'waiting' || state === 'asking');
  }

  /** Nothing is shown of what ended. */
  forget(): void {
    if (!this.busy) this.#rows.value = [];
  }

  async send(serverIds: readonly string[], request: Request): Promise<void> {
    if (this.busy) return;
    this.#request = request;
    this.#rows.value = begunBroadcast(serverIds, this.#deps.newId);
    await this.#run();
  }

  /** Sends the same again to those that failed, and to them alone. */
  async retry(): Promise<void> {
    if (this.busy) return;
    this.#rows.value = retried(this.#rows.peek(), this.#deps.newId);
    await this.#run();
  }

  async #run(): Promise<void> {
    const waiting = this.#rows.peek().filter(({ state }) => state === 'waiting');
    const next = waiting[Symbol.iterator]();
    const work = async () => {
      for (const row of next) await this.#ask(row);
    };
    const release = this.#deps.hold();
    await Promise.all(Array.from({ length: AT_ONCE }, work)).finally(release);
  }

  async #ask({ serverId, requestId }: BroadcastRow): Promise<void> {
    if (this.#request === null) return;
    for (;;) {
      this.#rows.value = turned(this.#rows.peek(), serverId, 'asking');
      const outcome = await this.#deps.act(serverId, requestId, this.#request);
      const seconds = outcome.ok ? null : limitSeconds(outcome.error);
      if (seconds === null) {
        this.#rows.value = ended(
          this.#rows.peek(),
          serverId,
          outcome.ok
            ? { ok: true, answer: outcome.value }
            : { ok: false, code: codeOf(outcome.error), needs: needsOf(outcome.error) },
        );
        return;
      }
      // The host has done nothing: the same request goes again when its limit is over.
      this.#rows.value = turned(this.#rows.peek(), serverId, 'waiting');
      await this.#deps.wait(seconds * 1_000);
    }
  }
}

function limitSeconds(error: CommandError): number | null {
  if (error.kind !== 'problem' || error.problem.code !== 'rate-limited') return null;
  return Math.max(1, error.problem.retry_after ?? LIMIT_SECONDS);
}

function codeOf(error: CommandError): string {
  return error.kind === 'problem' ? error.problem.code : error.kind;
}

function needsOf(error: CommandError): readonly string[] {
  return error.kind === 'problem' ? (error.problem.needs ?? []) : [];
}
