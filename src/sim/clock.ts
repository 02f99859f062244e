import { TimerHeap } from './timer-heap.ts';

/** Undoes a scheduled action; calling it after the action ran does nothing. */
export type Cancel = () => void;

/** Time as the simulator sees it. Milliseconds since the Unix epoch, never going back. */
export interface Clock {
  now(): number;
  /** Runs `action` once, `delayMs` milliseconds from now. */
  schedule(delayMs: number, action: () => void): Cancel;
}

/** What Node's timers hold. */
const LONGEST_MS = 2 ** 31 - 1;

/** All of a process's simulated servers hang on one timer of Node, or a thousand of them cost. */
class SystemClock implements Clock {
  readonly #planned = new TimerHeap();
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  now(): number {
    return performance.timeOrigin + performance.now();
  }

  schedule(delayMs: number, action: () => void): Cancel {
    const cancel = this.#planned.add(this.now() + Math.max(0, delayMs), action);
    this.#arm();
    return () => {
      if (cancel()) this.#arm();
    };
  }

  #arm(): void {
    const first = this.#planned.first();
    if (first === undefined) {
      clearTimeout(this.#timer);
      this.#timerAt = Number.POSITIVE_INFINITY;
      return;
    }
    // A timer that rings too early is cheaper than one that is set again for each cancelled action.
    if (this.#timerAt <= first.at) return;
    clearTimeout(this.#timer);
    this.#timerAt = first.at;
    const delay = Math.min(LONGEST_MS, Math.max(0, Math.ceil(first.at - this.now())));
    this.#timer = setTimeout(() => this.#ring(), delay);
  }

  #ring(): void {
    this.#timerAt = Number.POSITIVE_INFINITY;
    const now = this.now();
    try {
      for (let due = this.#planned.takeDue(now); due; due = this.#planned.takeDue(now)) {
        due.action();
      }
    } finally {
      this.#arm();
    }
  }
}

/** The machine's own time. */
export const systemClock: Clock = new SystemClock();

/**
 * A clock that runs `speed` times as fast as `base`, starting at the same moment. The world lives
 * by it; the protocols keep the base clock, because clients wait in real seconds.
 */
export function speedUp(base: Clock, speed: number): Clock {
  if (speed === 1) return base;
  const start = base.now();
  return {
    now: () => start + (base.now() - start) * speed,
    schedule: (delayMs, action) => base.schedule(delayMs / speed, action),
  };
}
