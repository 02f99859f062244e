import type { PackedRows } from './packed-rows.ts';

/** How many moments a sparkline has, and how far apart they are. */
export const SPARK = { samples: 60, every: 30_000 } as const;

const UNKNOWN = -1;
/** Far more than a host takes; a larger one would be kept as negative. */
const MOST = 0x7fff_ffff;

/** The populations of the last half hour as this wall saw them; it keeps as much however long it runs. */
export class Sparks {
  #counts = new Int32Array(0);
  #ids: string[] = [];
  #at = Number.NEGATIVE_INFINITY;
  #next = 0;

  /** Takes a sample where one is due. Whether it did. */
  sample(rows: PackedRows, now: number): boolean {
    // A clock that was set back begins anew.
    if (now >= this.#at && now - this.#at < SPARK.every) return false;
    this.#at = now;
    this.#reserve(rows.capacity);
    for (let place = 0; place < rows.capacity; place++) {
      const id = rows.id(place);
      const from = place * SPARK.samples;
      if (this.#ids[place] !== id) {
        this.#ids[place] = id;
        this.#counts.fill(UNKNOWN, from, from + SPARK.samples);
      }
      this.#counts[from + this.#next] = Math.min(MOST, rows.figure(place, 'players'));
    }
    this.#next = (this.#next + 1) % SPARK.samples;
    return true;
  }

  /** The samples of a server, oldest first; -1 where its count was not known. */
  of(rows: PackedRows, place: number): readonly number[] {
    if (this.#ids[place] !== rows.id(place)) return [];
    const from = place * SPARK.samples;
    const kept = this.#counts.subarray(from, from + SPARK.samples);
    return [...kept.subarray(this.#next), ...kept.subarray(0, this.#next)];
  }

  #reserve(places: number): void {
    if (places * SPARK.samples <= this.#counts.length) return;
    const grown = new Int32Array(places * SPARK.samples).fill(UNKNOWN);
    grown.set(this.#counts);
    this.#counts = grown;
  }
}
