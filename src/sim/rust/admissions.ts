import type { Clock } from '../clock.ts';

/** About as many connections as one address is given, those included that ended a moment ago. */
export interface ConnectionLimit {
  readonly connections: number;
  /** How long a connection that ended still counts. */
  readonly freedAfterMs: number;
}

/** Who may connect. */
export class Admissions {
  readonly #clock: Clock;
  readonly #limit: ConnectionLimit;
  readonly #counts = new Map<string, number>();

  constructor(clock: Clock, limit: ConnectionLimit) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** False when the address has all that it is given. */
  enter(address: string): boolean {
    const count = this.#counts.get(address) ?? 0;
    if (count >= this.#limit.connections) return false;
    this.#counts.set(address, count + 1);
    return true;
  }

  leave(address: string): void {
    this.#clock.schedule(this.#limit.freedAfterMs, () => {
      const count = (this.#counts.get(address) ?? 0) - 1;
      if (count > 0) this.#counts.set(address, count);
      else this.#counts.delete(address);
    });
  }
}
