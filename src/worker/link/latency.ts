/** Keepalives that are remembered, and the mean from which one is worth a line in the log. Section 9. */
export const KEEPALIVE_HISTORY = 30;
export const LATENCY_WARNING_MS = 250;

/** The mean round trip over the last 30 keepalives. */
export class Latency {
  readonly #samples: number[] = [];

  add(ms: number): number {
    this.#samples.push(Math.max(0, ms));
    if (this.#samples.length > KEEPALIVE_HISTORY) this.#samples.shift();
    return this.mean() ?? 0;
  }

  /** Milliseconds; null before the first. */
  mean(): number | null {
    if (this.#samples.length === 0) return null;
    return Math.round(this.#samples.reduce((sum, ms) => sum + ms, 0) / this.#samples.length);
  }

  clear(): void {
    this.#samples.length = 0;
  }
}
