import type { Clock } from './ports.ts';

/** Says once that no sign has come for so long; the next sign begins the watch again. */
export class Watchdog {
  readonly #clock: Clock;
  readonly #patience: number;
  readonly #onSilent: () => void;
  #cancel = (): void => undefined;

  /** `patience`: milliseconds after a sign. */
  constructor(clock: Clock, patience: number, onSilent: () => void) {
    this.#clock = clock;
    this.#patience = patience;
    this.#onSilent = onSilent;
  }

  /** `age`: how long ago the sign was given, ms, where it was long on its way. */
  sign(age = 0): void {
    this.#cancel();
    this.#cancel = this.#clock.after(Math.max(0, this.#patience - age), this.#onSilent);
  }

  /** Nothing is waited for until the next sign. */
  rest(): void {
    this.#cancel();
  }
}
