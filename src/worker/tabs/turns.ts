import { NEVER, of, startWith, Subject, switchMap, take, throttle, timer } from 'rxjs';
import { clockScheduler } from '../clock-scheduler.ts';
import type { Clock } from '../environment.ts';

/** What comes first is told at once, and what came last is never left out. */
export const BOTH_ENDS = { leading: true, trailing: true };

export interface TurnsDeps {
  readonly clock: Clock;
  /** Milliseconds from one turn to the next, at least. */
  readonly pace: () => number;
  /** Whether the tab has taken what it was told. */
  readonly keepsUp: () => boolean;
  /** Tells what waits; whether there was something. */
  readonly tell: () => boolean;
}

/** When a tab is told what waits: by its pace, and only while it keeps up. */
export class Turns {
  readonly #waits = new Subject<void>();
  readonly #reckoned = new Subject<void>();
  #last = Number.NEGATIVE_INFINITY;
  #now = false;

  constructor({ clock, pace, keepsUp, tell }: TurnsDeps) {
    const scheduler = clockScheduler(clock);
    const next = this.#reckoned.pipe(
      startWith(undefined),
      switchMap(() => {
        if (!keepsUp()) return NEVER;
        const wait = this.#last + pace() - clock.elapsed();
        return this.#now || wait <= 0 ? of(0) : timer(wait, scheduler);
      }),
      take(1),
    );
    this.#waits.pipe(throttle(() => next, BOTH_ENDS)).subscribe(() => {
      this.#now = false;
      if (tell()) this.#last = clock.elapsed();
    });
  }

  /** Something waits; it was asked for `now`, or has to wait for its turn. */
  wait(now = false): void {
    this.#now ||= now;
    this.#waits.next();
    if (now) this.reckon();
  }

  /** The pace is another, or a tab that did not keep up has taken something. */
  reckon(): void {
    this.#reckoned.next();
  }
}
