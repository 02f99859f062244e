/** Allows `burst` at once and `perSecond` in the long run. `now` is in milliseconds, of any clock that only grows. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perSecond: number;
  #tokens: number;
  #at = Number.NEGATIVE_INFINITY;

  constructor(burst: number, perSecond: number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#tokens = burst;
  }

  /** Takes one; false where none is left. */
  take(now: number): boolean {
    const gained = ((now - this.#at) / 1_000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + gained);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
