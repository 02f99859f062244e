import { isStale } from './late.ts';

/** Something that is to be said. */
export interface Due {
  readonly at: number;
  readonly say: () => Promise<void>;
}

/**
 * What one server is to say, one after the other and beside what it is to do: however slowly it answers, nothing else
 * waits for it. What has become stale is left out, so that no more waits than was due within a few seconds.
 */
export class SayingQueue {
  readonly #clock: () => number;
  #waiting: readonly Due[] = [];
  #running: Promise<void> | null = null;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  add(due: readonly Due[]): void {
    const now = this.#clock();
    this.#waiting = [...this.#waiting, ...due].filter(({ at }) => !isStale(at, now));
    if (this.#waiting.length === 0) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Leaves out what waits. */
  clear(): void {
    this.#waiting = [];
  }

  /** Resolves when nothing is being said. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    for (;;) {
      const [next, ...others] = this.#waiting;
      if (next === undefined) return;
      this.#waiting = others;
      if (!isStale(next.at, this.#clock())) await next.say();
    }
  }
}
