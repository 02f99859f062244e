/** Something to be done at a moment. */
export interface Timer {
  readonly at: number;
  readonly action: () => void;
}

interface Entry extends Timer {
  readonly order: number;
  /** Where it stands in the heap; -1 once it is out. */
  place: number;
}

/** Timers in the order of their moments, those of one moment in the order they were added. */
export class TimerHeap {
  readonly #entries: Entry[] = [];
  #order = 0;

  get size(): number {
    return this.#entries.length;
  }

  /** The timer that is due first. */
  first(): Timer | undefined {
    return this.#entries[0];
  }

  /** Adds a timer; the answer takes it out again and says whether it was still there. */
  add(at: number, action: () => void): () => boolean {
    const entry = { at, action, order: this.#order++, place: this.#entries.length };
    this.#entries.push(entry);
    this.#rise(entry);
    return () => this.#remove(entry);
  }

  /** Takes out the timer that is due first, if that is at `now` or before. */
  takeDue(now: number): Timer | undefined {
    const first = this.#entries[0];
    if (first === undefined || first.at > now) return undefined;
    this.#remove(first);
    return first;
  }

  #remove(entry: Entry): boolean {
    const { place } = entry;
    if (place < 0) return false;
    entry.place = -1;
    const last = this.#entries.pop();
    if (last === undefined || last === entry) return true;
    last.place = place;
    this.#entries[place] = last;
    this.#rise(last);
    this.#sink(last);
    return true;
  }

  #rise(entry: Entry): void {
    while (entry.place > 0) {
      const above = this.#entries[(entry.place - 1) >> 1];
      if (above === undefined || isBefore(above, entry)) return;
      this.#swap(above, entry);
    }
  }

  #sink(entry: Entry): void {
    for (;;) {
      const left = this.#entries[entry.place * 2 + 1];
      const right = this.#entries[entry.place * 2 + 2];
      const below =
        right !== undefined && left !== undefined && isBefore(right, left) ? right : left;
      if (below === undefined || isBefore(entry, below)) return;
      this.#swap(entry, below);
    }
  }

  #swap(one: Entry, other: Entry): void {
    const { place } = one;
    one.place = other.place;
    other.place = place;
    this.#entries[one.place] = one;
    this.#entries[other.place] = other;
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
