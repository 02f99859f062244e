/** A new answer counts for so much of the whole. */
const SHARE = 0.25;
/** More says nothing of how busy a tab is: it, or the machine, was not running at all. */
const MOST_MS = 500;

/** How long a tab takes to answer, smoothed: it answers at once, unless it or its machine is busy. */
export class Lateness {
  #ms = 0;
  /** Revisions that are not answered, oldest first. */
  readonly #waiting: { readonly revision: number; readonly at: number }[] = [];

  get ms(): number {
    return this.#ms;
  }

  posted(revision: number, at: number): void {
    this.#waiting.push({ revision, at });
  }

  answered(revision: number, at: number): void {
    for (let [oldest] = this.#waiting; oldest !== undefined; [oldest] = this.#waiting) {
      if (oldest.revision > revision) return;
      const took = Math.min(MOST_MS, Math.max(0, at - oldest.at));
      this.#ms += (took - this.#ms) * SHARE;
      this.#waiting.shift();
    }
  }
}
