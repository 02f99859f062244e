import type { Cancel, Clock } from './clock.ts';

interface Planned {
  readonly at: number;
  readonly order: number;
  readonly action: () => void;
}

/** A clock that stands still until `advance` is called; actions run in the order of their times. */
export class ManualClock implements Clock {
  #now: number;
  #order = 0;
  readonly #planned = new Set<Planned>();

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  schedule(delayMs: number, action: () => void): Cancel {
    const planned = { at: this.#now + Math.max(0, delayMs), order: this.#order++, action };
    this.#planned.add(planned);
    return () => this.#planned.delete(planned);
  }

  /** Moves time on by `ms` and runs everything that falls due on the way, also what that plans. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#planned.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.action();
    }
    this.#now = end;
  }

  #next(end: number): Planned | undefined {
    let first: Planned | undefined;
    for (const planned of this.#planned) {
      if (planned.at > end) continue;
      if (
        first === undefined ||
        planned.at < first.at ||
        (planned.at === first.at && planned.order < first.order)
      ) {
        first = planned;
      }
    }
    return first;
  }
}
