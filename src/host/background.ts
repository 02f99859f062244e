import type { Logger } from './logger.ts';

/**
 * Work that an answer does not wait for, so that its time tells nothing. A failure is logged; a graceful
 * stop waits for what is under way.
 */
export class Background {
  readonly #log: Pick<Logger, 'error'>;
  readonly #running = new Set<Promise<void>>();

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  /** Begins the work; `name` says in the log what failed. */
  run(name: string, work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => {
        this.#log.error({ err: error, work: name }, 'failed in the background');
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
