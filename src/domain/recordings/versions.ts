/** From which keyframe on a thing was what: a number, then what it was, oldest first; undefined: it was not there. */
type Stretch<K> = (number | K | undefined)[];

/** Longer ones are grown with room to spare; of the short ones there are hundreds of thousands. */
const EXACT_LENGTH = 32;

/**
 * What there was by its id at every keyframe, which are numbered from 0 on. What did not change from one to the
 * next is kept once, so that a keyframe costs as much as changed and none has to be put together to be read.
 */
export class Versions<K extends object> {
  readonly #stretches = new Map<string, Stretch<K>>();
  /** How many there were at each keyframe. */
  #counts: number[] = [];

  /** How many there were at a keyframe. */
  count(keyframe: number): number {
    return this.#counts[keyframe] ?? 0;
  }

  /** Everything that was there at any keyframe. */
  ids(): Iterable<string> {
    return this.#stretches.keys();
  }

  /** Whether it was there at any keyframe. */
  has(id: string): boolean {
    return this.#stretches.has(id);
  }

  at(id: string, keyframe: number): K | undefined {
    const stretch = this.#stretches.get(id);
    if (stretch === undefined) return undefined;
    let low = 0;
    let high = stretch.length >> 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((stretch[2 * middle] as number) <= keyframe) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? undefined : (stretch[2 * low - 1] as K | undefined);
  }

  /** What it was from the newest keyframe on, of which `counted` tells later. */
  put(id: string, keyframe: number, kept: K | undefined): void {
    const stretch = this.#stretches.get(id);
    if (stretch === undefined) {
      if (kept !== undefined) this.#stretches.set(id, [keyframe, kept]);
    } else if (stretch.length < EXACT_LENGTH) {
      this.#stretches.set(id, stretch.concat([keyframe, kept]));
    } else stretch.push(keyframe, kept);
  }

  /** How many there are at the newest keyframe. */
  counted(count: number): void {
    this.#counts.push(count);
  }

  /** Forgets every keyframe with an odd number, and numbers the others again. */
  thin(): void {
    this.#counts = this.#counts.filter((_, keyframe) => keyframe % 2 === 0);
    for (const [id, stretch] of this.#stretches) {
      const thinned = thinnedOf(stretch);
      if (thinned.length === 0) this.#stretches.delete(id);
      else this.#stretches.set(id, thinned);
    }
  }
}

function thinnedOf<K>(stretch: Stretch<K>): Stretch<K> {
  const thinned: Stretch<K> = [];
  for (let at = 0; at < stretch.length; at += 2) {
    const keyframe = Math.ceil((stretch[at] as number) / 2);
    const next = stretch[at + 2] as number | undefined;
    if (next !== undefined && Math.ceil(next / 2) === keyframe) continue;
    const kept = stretch[at + 1];
    const before = thinned.length === 0 ? undefined : thinned.at(-1);
    if (kept !== before) thinned.push(keyframe, kept);
  }
  return thinned.slice();
}
