import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Pulse } from '../../worker/contract.ts';
import { SignOfLife } from './sign-of-life.ts';

export interface WorkerWatchDeps {
  /** Milliseconds of a clock that only grows. */
  readonly elapsed: () => number;
  /** Somebody can see the tab: one that nobody sees runs seldom, and proves nothing of its worker. */
  readonly visible: () => boolean;
  /** Asks the worker. May reject, and may never answer. */
  readonly ask: () => Promise<Pulse>;
  /** Milliseconds for which what came waits, or waited, to be drawn. */
  readonly drawn: () => number;
  /** The worker hangs. */
  readonly hung: () => void;
}

/** What is shown is said to be behind from so many milliseconds on. */
const BEHIND_FROM_MS = 3_000;

/** How a visible tab keeps up: whether its worker lives, and how old what it shows is. */
export class WorkerWatch {
  readonly #deps: WorkerWatchDeps;
  readonly #life: SignOfLife<Pulse>;
  readonly #behind = signal(0);
  #host = 0;
  #seen = false;

  constructor(deps: WorkerWatchDeps) {
    this.#deps = deps;
    this.#life = new SignOfLife({
      elapsed: deps.elapsed,
      ask: deps.ask,
      heard: ({ behind }) => {
        this.#host = behind;
      },
      hung: deps.hung,
    });
  }

  /** Seconds by which what is shown is behind; 0 where it keeps up. */
  get behind(): ReadonlySignal<number> {
    return this.#behind;
  }

  /** Called every second. */
  tick(): void {
    const visible = this.#deps.visible();
    if (visible !== this.#seen) this.#reset();
    this.#seen = visible;
    if (!visible) return;
    this.#life.tick();
    const ms = this.#life.late + this.#host + this.#deps.drawn();
    this.#behind.value = ms < BEHIND_FROM_MS ? 0 : Math.round(ms / 1_000);
  }

  /** The worker has told something. */
  told(): void {
    this.#life.told();
  }

  /** Another worker took the place of the one that was watched. */
  replaced(): void {
    this.#life.replaced();
    this.#reset();
  }

  /** Another worker, or another look at it. */
  #reset(): void {
    this.#life.reset();
    this.#host = 0;
    this.#behind.value = 0;
  }
}
