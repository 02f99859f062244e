/** A new answer counts for so much of the whole. */
const SHARE = 0.25;
/** More says nothing of how busy a tab is: it, or the machine, was not running at all. */
const MOST_MS = 500;

/** How long a tab takes to answer, smoothed: it answers at once, unless it or its machine is busy. */
export class Lateness {
  #ms = 0;
  /** Revisions that are not answered, oldest first. */
  #waiting: readonly { readonly revision: number; readonly at: number }[] = [];

  get ms(): number {
    return this.#ms;
  }

  posted(revision: number, at: number): void {
    this.#waiting = [...this.#waiting, { revision, at }];
  }

  answered(revision: number, at: number): void {
    for (const waiting of this.#waiting) {
      if (waiting.revision > revision) break;
      const took = Math.min(MOST_MS, Math.max(0, at - waiting.at));
      this.#ms += (took - this.#ms) * SHARE;
    }
    this.#waiting = this.#waiting.filter((waiting) => waiting.revision > revision);
  }
}
