/**
 * The order of server messages. The server numbers them by one byte that wraps, repeats each until it
 * is acknowledged, and the network loses, repeats and reorders: every message is to be told once, in
 * the server's order, and a lost number may hold the others up only so long.
 */

/**
 * A number comes back after 256 messages. The same text under it within this time is a copy; another one is of a
 * new count, which begins when the server takes a log-in twice.
 */
const COPY_WINDOW = 15_000;

interface Held {
  readonly text: string;
  /** When it arrived, elapsed ms. */
  readonly at: number;
}

type Count = Map<number, Held>;

export class MessageInbox {
  readonly #holdBack: number;
  #expected = 0;
  /** The last under each number, since the server has counted as it does now, and those of the count before. */
  #recent: Count = new Map();
  #before: Count = new Map();
  readonly #held = new Map<number, Held>();
  #disorders = 0;

  /** `holdBack`: how long, in ms, a message waits for the ones before it. */
  constructor(holdBack: number) {
    this.#holdBack = holdBack;
  }

  /** How often numbers were given up, or a message came after it was. */
  get disorders(): number {
    return this.#disorders;
  }

  /** Whether this message has been taken already. */
  isCopy(seq: number, text: string, at: number): boolean {
    const counts = [this.#recent, this.#before];
    return this.#isTaken(seq) && counts.some((count) => recentIn(count, seq, at)?.text === text);
  }

  /** Takes a message and answers with those that can be told now, in order. */
  accept(seq: number, text: string, at: number): string[] {
    if (this.isCopy(seq, text, at)) return [];
    const before: string[] = [];
    if (this.#isTaken(seq) && recentIn(this.#recent, seq, at) !== null) {
      // Another text under a number of a moment ago: the server has begun to count again.
      before.push(...this.flush());
      this.#before = this.#recent;
      this.#recent = new Map();
      this.#expected = seq;
    }
    this.#recent.set(seq, { text, at });
    if (this.#hasPassed(seq)) {
      this.#disorders += 1;
      return [...before, text];
    }
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

  /** Whether a number was there already. One that is still to come has come round again. */
  #isTaken(seq: number): boolean {
    return this.#hasPassed(seq) || this.#held.has(seq);
  }

  #hasPassed(seq: number): boolean {
    return ((seq - this.#expected) & 0xff) >= 128;
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
    this.#disorders += 1;
    let nearest = 0xff;
    for (const seq of this.#held.keys()) {
      nearest = Math.min(nearest, (seq - this.#expected) & 0xff);
    }
    this.#expected = (this.#expected + nearest) & 0xff;
  }
}

function recentIn(count: Count, seq: number, at: number): Held | null {
  const recent = count.get(seq);
  return recent !== undefined && at - recent.at < COPY_WINDOW ? recent : null;
}
