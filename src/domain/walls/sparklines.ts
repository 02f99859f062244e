import type { PackedRows } from './packed-rows.ts';

/** How many moments a sparkline has, and how far apart they are. */
export const SPARKLINE = { samples: 60, every: 30_000 } as const;

const UNKNOWN = -1;
/** Far more than a host takes; a larger one would be kept as negative. */
const MOST = 0x7fff_ffff;

/** The populations of the last half hour as this wall saw them; it keeps as much however long it runs. */
export class Sparklines {
  #counts = new Int32Array(0);
  #ids: string[] = [];
  #at = Number.NEGATIVE_INFINITY;
  #next = 0;

  /** Takes a sample where one is due. Whether it did. */
  sample(rows: PackedRows, now: number): boolean {
    // A clock that was set back begins anew.
    if (now >= this.#at && now - this.#at < SPARKLINE.every) return false;
    this.#at = now;
    this.#reserve(rows.capacity);
    for (let place = 0; place < rows.capacity; place++) {
      const id = rows.id(place);
      const from = place * SPARKLINE.samples;
      if (this.#ids[place] !== id) {
        this.#ids[place] = id;
        this.#counts.fill(UNKNOWN, from, from + SPARKLINE.samples);
      }
      this.#counts[from + this.#next] = Math.min(MOST, rows.figure(place, 'players'));
    }
    this.#next = (this.#next + 1) % SPARKLINE.samples;
    return true;
  }

  /** The samples of a server, oldest first; -1 where its count was not known. */
  of(rows: PackedRows, place: number): readonly number[] {
    if (this.#ids[place] !== rows.id(place)) return [];
    const from = place * SPARKLINE.samples;
    const kept = this.#counts.subarray(from, from + SPARKLINE.samples);
    return [...kept.subarray(this.#next), ...kept.subarray(0, this.#next)];
  }

  #reserve(places: number): void {
    if (places * SPARKLINE.samples <= this.#counts.length) return;
    const grown = new Int32Array(places * SPARKLINE.samples).fill(UNKNOWN);
    grown.set(this.#counts);
    this.#counts = grown;
  }
}
