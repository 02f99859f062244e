/**
 * The order of server messages. The server numbers them by one byte that wraps, repeats each until it
 * is acknowledged, and the network loses, repeats and reorders: every message is to be told once, in
 * the server's order, and a lost number may hold the others up only so long.
 */

/** A number comes back after 256 messages; the same text under it within this time is a copy. */
const COPY_WINDOW = 15_000;

interface Held {
  readonly text: string;
  /** When it arrived, elapsed ms. */
  readonly at: number;
}

export class MessageInbox {
  readonly #holdBack: number;
  #expected = 0;
  readonly #recent = new Map<number, Held>();
  readonly #held = new Map<number, Held>();

  /** `holdBack`: how long, in ms, a message waits for the ones before it. */
  constructor(holdBack: number) {
    this.#holdBack = holdBack;
  }

  /** Whether this message has been taken already. */
  isCopy(seq: number, text: string, at: number): boolean {
    const recent = this.#recent.get(seq);
    const ahead = (seq - this.#expected) & 0xff;
    // A number that is still to come has come round again: the same text under it is said anew.
    const passed = ahead >= 128 || this.#held.has(seq);
    return passed && recent?.text === text && at - recent.at < COPY_WINDOW;
  }

  /** Takes a message and answers with those that can be told now, in order. */
  accept(seq: number, text: string, at: number): string[] {
    if (this.isCopy(seq, text, at)) return [];
    // Another text under a number that still waits: the server has begun to count anew.
    const before = this.#held.has(seq) ? this.flush() : [];
    this.#recent.set(seq, { text, at });
    if (((seq - this.#expected) & 0xff) >= 128) return [...before, text];
    this.#held.set(seq, { text, at });
    return [...before, ...this.#drain()];
  }

  /** Those that have waited long enough: the numbers missing before them are given up. */
  expire(at: number): string[] {
    const told: string[] = [];
    for (let next = this.nextExpiry(); next !== null && next <= at; next = this.nextExpiry()) {
      this.#skipGap();
      told.push(...this.#drain());
    }
    return told;
  }

  /** When `expire` has something to do, elapsed ms; null while nothing waits. */
  nextExpiry(): number | null {
    let oldest: number | null = null;
    for (const { at } of this.#held.values()) {
      if (oldest === null || at < oldest) oldest = at;
    }
    return oldest === null ? null : oldest + this.#holdBack;
  }

  /** Everything that waits, in order, since nothing more will come. */
  flush(): string[] {
    const told: string[] = [];
    while (this.#held.size > 0) {
      this.#skipGap();
      told.push(...this.#drain());
    }
    return told;
  }

  #drain(): string[] {
    const told: string[] = [];
    for (
      let held = this.#held.get(this.#expected);
      held !== undefined;
      held = this.#held.get(this.#expected)
    ) {
      told.push(held.text);
      this.#held.delete(this.#expected);
      this.#expected = (this.#expected + 1) & 0xff;
    }
    return told;
  }

  #skipGap(): void {
    let nearest = 0xff;
    for (const seq of this.#held.keys()) {
      nearest = Math.min(nearest, (seq - this.#expected) & 0xff);
    }
    this.#expected = (this.#expected + nearest) & 0xff;
  }
}
