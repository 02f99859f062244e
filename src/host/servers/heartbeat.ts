import type { Logger } from '../logger.ts';
import type { Database } from '../store/database.ts';
import { beat, LEASE } from './leases.ts';

/**
 * Says again and again that this host lives, whatever else it waits for. It also knows whether silence of
 * others can be believed: after a time in which this host did not reach the database itself, the others are
 * given as long to say that they live.
 */
export class Heartbeat {
  readonly #db: Database;
  readonly #hostId: string;
  readonly #log: Logger;
  readonly #logRoot: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | null = null;
  /** Milliseconds of this process: the last beat, and the first of those without a break. */
  #last = Number.NEGATIVE_INFINITY;
  #first = Number.POSITIVE_INFINITY;

  constructor(db: Database, hostId: string, log: Logger, logRoot?: string) {
    this.#db = db;
    this.#hostId = hostId;
    this.#log = log;
    this.#logRoot = logRoot;
  }

  start(): void {
    this.#timer = setInterval(() => void this.beat(), LEASE.beat);
    this.#timer.unref();
    void this.beat();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
  }

  /** Beats now, or waits for the beat that is under way. Never rejects. */
  beat(): Promise<void> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = null;
    });
    return this.#beating;
  }

  /** Whether a host that is silent by the database is dead, as far as this one can tell. */
  judges(now = performance.now()): boolean {
    return now - this.#last < LEASE.lasts && now - this.#first >= LEASE.lasts;
  }

  async #beat(): Promise<void> {
    const asked = performance.now();
    try {
      await beat(this.#db, this.#hostId, this.#logRoot);
    } catch (error) {
      this.#log.warn({ err: error }, 'the database was not told that this host lives');
      return;
    }
    if (asked - this.#last >= LEASE.lasts) this.#first = performance.now();
    this.#last = asked;
  }
}
