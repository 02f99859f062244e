import type { Clock } from '../environment.ts';

/** Keepalives that are remembered, and the mean from which one is worth a line in the log. Section 9. */
const KEEPALIVE_HISTORY = 30;
export const LATENCY_WARNING_MS = 250;

/** When the host was heard, and how long what it echoes took. */
export class Echoes {
  readonly #clock: Clock;
  /** When the host was heard last by the clock that only grows; null before the first time. */
  #heardAt: number | null = null;
  /** The same by the time of day: the other clock may stand still while the machine sleeps. */
  #heardOn: number | null = null;
  /** When a keepalive went out last, the first one that was not echoed yet, and how old the last echo was. */
  #sentAt = 0;
  #unanswered: number | null = null;
  #behind = 0;
  readonly #roundTrips: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  heard(): void {
    this.#heardAt = this.#clock.elapsed();
    this.#heardOn = this.#clock.now();
  }

  /** Milliseconds since the host was heard; 0 where it never was. */
  get silence(): number {
    return this.#heardAt === null ? 0 : this.#clock.elapsed() - this.#heardAt;
  }

  /** When the host was heard last, by the time of day. */
  get heardOn(): number {
    const silentSince = this.#clock.now() - this.silence;
    return Math.min(silentSince, this.#heardOn ?? silentSince);
  }

  /** A keepalive goes out: the moment that its echo will tell. */
  sent(): number {
    this.#sentAt = this.#clock.elapsed();
    this.#unanswered ??= this.#sentAt;
    return this.#sentAt;
  }

  /** An echo was read; answers the mean round trip of the last 30, each up to when it came. */
  echoed(sent: number): number {
    this.#behind = Math.max(0, this.#clock.elapsed() - sent);
    this.#unanswered = null;
    this.#roundTrips.push(Math.max(0, (this.#heardAt ?? sent) - sent));
    if (this.#roundTrips.length > KEEPALIVE_HISTORY) this.#roundTrips.shift();
    const sum = this.#roundTrips.reduce((total, ms) => total + ms, 0);
    return Math.round(sum / this.#roundTrips.length);
  }

  /** Milliseconds that a keepalive has waited for its echo; null where none does. */
  get waited(): number | null {
    return this.#unanswered === null ? null : this.#clock.elapsed() - this.#unanswered;
  }

  /** Milliseconds that what the host tells takes until it is read here. */
  get behind(): number {
    return Math.max(this.#behind, this.waited ?? 0);
  }

  /** Milliseconds since a keepalive went out. */
  get sinceSent(): number {
    return this.#clock.elapsed() - this.#sentAt;
  }

  /** Another connection begins. */
  clear(): void {
    this.#unanswered = null;
    this.#behind = 0;
    this.#roundTrips.length = 0;
  }
}
