/** The best few of many, without sorting them all. */
export class TopK<T> {
  readonly #limit: number;
  readonly #before: (a: T, b: T) => number;
  #kept: T[] = [];
  #worst: T | undefined;
  count = 0;

  /** `before`: below 0 where the first is the better one. */
  constructor(limit: number, before: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#before = before;
  }

  add(one: T): void {
    this.count += 1;
    if (this.#limit === 0) return;
    if (this.#worst !== undefined && this.#before(this.#worst, one) <= 0) return;
    this.#kept.push(one);
    if (this.#kept.length >= 2 * this.#limit) this.#cut();
  }

  /** Best first. */
  take(): readonly T[] {
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    this.#kept = this.#kept.toSorted(this.#before).slice(0, this.#limit);
    if (this.#kept.length === this.#limit) this.#worst = this.#kept.at(-1);
  }
}
