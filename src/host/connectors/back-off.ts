/**
 * When a lost connection is tried again. Attempts are never closer than the shortest pause; the pauses grow,
 * at first only so far that a server which is back is found soon.
 */
import type { Clock, Random } from './ports.ts';

/** Milliseconds, from the beginning of one attempt to that of the next. */
export const BACK_OFF = {
  shortest: 2_000,
  /** The longest while the connection has been lost, or the machine has been silent, for less than `soon`. */
  longestSoon: 10_000,
  soon: 300_000,
  longest: 30_000,
  /** By at least so much chance moves an attempt that follows a failed one: those at one machine fail in step. */
  spread: 500,
} as const;

export class BackOff {
  readonly #clock: Clock;
  readonly #random: Random;
  #attemptAt = Number.NEGATIVE_INFINITY;
  /** Attempts that failed in a row, and since when they do. */
  #failures = 0;
  #failingSince: number | null = null;
  #aliveAt = Number.NEGATIVE_INFINITY;
  /** The attempt has come to a connection. */
  #stood = false;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Attempts that failed in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** An attempt begins. */
  begin(): void {
    this.#attemptAt = this.#clock.elapsed();
    this.#stood = false;
  }

  /** The connection is there. Should it be lost, the next attempt need not be moved: each is lost at its own time. */
  succeeded(): void {
    this.reset();
    this.#stood = true;
  }

  /** There is new reason to think that the connection will be there: pauses are short again. */
  reset(): void {
    this.#failures = 0;
    this.#failingSince = null;
  }

  /** The machine answers, though not this. */
  alive(): void {
    this.#aliveAt = this.#clock.elapsed();
  }

  /** The shortest wait that is left to the next attempt, ms. */
  get shortest(): number {
    return Math.max(0, this.#attemptAt + BACK_OFF.shortest - this.#clock.elapsed());
  }

  /** An attempt failed, or the connection was lost: the wait to the next attempt, ms. */
  fail(): number {
    const now = this.#clock.elapsed();
    this.#failingSince ??= now;
    const { shortest, longestSoon, soon, longest, spread } = BACK_OFF;
    const silent = now - Math.max(this.#failingSince, this.#aliveAt);
    const limit = silent < soon ? longestSoon : longest;
    const ceiling = Math.min(limit, shortest * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 16);
    const chance = this.#random();
    const pause = shortest + chance * Math.max(spread, ceiling - shortest);
    return Math.max(this.#stood ? 0 : chance * spread, this.#attemptAt + pause - now);
  }
}
