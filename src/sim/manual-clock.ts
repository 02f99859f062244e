import type { Cancel, Clock } from './clock.ts';
import { TimerHeap } from './timer-heap.ts';

/** A clock that stands still until `advance` is called; actions run in the order of their times. */
export class ManualClock implements Clock {
  #now: number;
  readonly #planned = new TimerHeap();

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  schedule(delayMs: number, action: () => void): Cancel {
    return this.#planned.add(this.#now + Math.max(0, delayMs), action);
  }

  /** Moves time on by `ms` and runs everything that falls due on the way, also what that plans. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = this.#planned.takeDue(end);
      if (due === undefined) break;
      this.#now = Math.max(this.#now, due.at);
      due.action();
    }
    this.#now = end;
  }

  /** Milliseconds until the next thing that is planned; undefined when nothing is. */
  untilNext(): number | undefined {
    const first = this.#planned.first();
    return first === undefined ? undefined : first.at - this.#now;
  }
}
