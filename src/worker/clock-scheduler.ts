import { Observable, Subscription, type SchedulerAction, type SchedulerLike } from 'rxjs';
import type { Clock } from './environment.ts';

/** rxjs waits by the worker's clock, so that a test says when time passes. */
export function clockScheduler(clock: Clock): SchedulerLike {
  return {
    now: () => clock.elapsed(),
    schedule: (work, delay, state) => new ClockAction(clock, work).schedule(state, delay),
  };
}

type Work<T> = (this: SchedulerAction<T>, state: T) => void;

class ClockAction<T> extends Subscription implements SchedulerAction<T> {
  readonly #clock: Clock;
  readonly #work: Work<T>;
  #cancel = () => {};

  constructor(clock: Clock, work: Work<T>) {
    super();
    this.#clock = clock;
    this.#work = work;
  }

  schedule(state?: T, delay = 0): Subscription {
    this.#cancel();
    const work = () => this.#work.call(this, state as T);
    if (!this.closed) this.#cancel = this.#clock.after(delay, work);
    return this;
  }

  override unsubscribe(): void {
    this.#cancel();
    super.unsubscribe();
  }
}

/** What some work tells. It is not ended with the subscription, but can ask whether anybody still listens. */
export function whileWanted<T>(
  work: (tell: (value: T) => void, wanted: () => boolean) => Promise<void>,
): Observable<T> {
  return new Observable((waiting) => {
    work(
      (value) => waiting.next(value),
      () => !waiting.closed,
    ).then(
      () => waiting.complete(),
      (error: unknown) => waiting.error(error),
    );
  });
}
