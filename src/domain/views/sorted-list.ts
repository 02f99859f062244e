import type { Direction } from '../queries.ts';
import { compareEntries, type Sortable, type SortKey } from './sort-key.ts';

/** How many entries a chunk holds before it is split in two. */
const CHUNK = 64;

interface Chunk<E> {
  readonly entries: E[];
}

/** What the list keeps in its entries: where they stand. */
export interface Placed extends Sortable {
  key: SortKey;
  chunk: Chunk<Placed> | null;
}

/**
 * A sorted list in chunks: an entry that comes, goes or moves shifts only its chunk, whatever the
 * length of the list.
 */
export class SortedList<E extends Placed> {
  readonly #direction: Direction;
  #chunks: Chunk<E>[] = [];
  #length = 0;

  constructor(entries: E[], direction: Direction) {
    this.#direction = direction;
    entries.sort((a, b) => compareEntries(a, b, direction));
    for (let from = 0; from < entries.length; from += CHUNK / 2) {
      this.#chunks.push(this.#chunkOf(entries.slice(from, from + CHUNK / 2)));
    }
    this.#length = entries.length;
  }

  get length(): number {
    return this.#length;
  }

  /** Whether the entry stands before the other one, or is it. */
  reaches(entry: E, other: E): boolean {
    return compareEntries(entry, other, this.#direction) <= 0;
  }

  insert(entry: E): void {
    this.#length++;
    const index = this.#chunkFor(entry);
    const chunk = this.#chunks[index];
    if (chunk === undefined) {
      this.#chunks.push(this.#chunkOf([entry]));
      return;
    }
    put(chunk.entries, this.#placeIn(chunk, entry), entry);
    entry.chunk = chunk as Chunk<Placed>;
    if (chunk.entries.length <= CHUNK) return;
    const upper = chunk.entries.splice(CHUNK / 2);
    this.#chunks.splice(index + 1, 0, this.#chunkOf(upper));
  }

  remove(entry: E): void {
    const chunk = entry.chunk as Chunk<E> | null;
    if (chunk !== null) this.#take(entry, chunk, chunk.entries.indexOf(entry));
  }

  /** Gives an entry another key, and its place. Whether it stands elsewhere now. */
  rekey(entry: E, key: SortKey): boolean {
    entry.key = key;
    const chunk = entry.chunk as Chunk<E> | null;
    if (chunk === null) return false;
    const at = chunk.entries.indexOf(entry);
    const before = chunk.entries[at - 1];
    const after = chunk.entries[at + 1];
    const direction = this.#direction;
    if (
      before !== undefined &&
      after !== undefined &&
      compareEntries(before, entry, direction) < 0 &&
      compareEntries(entry, after, direction) < 0
    ) {
      return false;
    }
    this.#take(entry, chunk, at);
    this.insert(entry);
    return true;
  }

  #take(entry: E, chunk: Chunk<E>, at: number): void {
    this.#length--;
    take(chunk.entries, at);
    entry.chunk = null;
    if (chunk.entries.length === 0) this.#chunks.splice(this.#chunks.indexOf(chunk), 1);
  }

  /** The entries from one place (included) to another (excluded). */
  slice(from: number, to: number): E[] {
    const found: E[] = [];
    let start = 0;
    for (const { entries } of this.#chunks) {
      if (start >= to) break;
      const end = start + entries.length;
      if (end > from) {
        const last = Math.min(to, end) - start;
        for (let at = Math.max(from, start) - start; at < last; at++) {
          const entry = entries[at];
          if (entry !== undefined) found.push(entry);
        }
      }
      start = end;
    }
    return found;
  }

  #chunkOf(entries: E[]): Chunk<E> {
    const chunk = { entries };
    for (const entry of entries) entry.chunk = chunk as Chunk<Placed>;
    return chunk;
  }

  /** The index of the first chunk that ends behind the entry; of the last one where none does. */
  #chunkFor(entry: E): number {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const last = this.#chunks[middle]?.entries.at(-1);
      if (last !== undefined && compareEntries(last, entry, this.#direction) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #placeIn({ entries }: Chunk<E>, entry: E): number {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = entries[middle];
      if (other !== undefined && compareEntries(other, entry, this.#direction) < 0) {
        low = middle + 1;
      } else high = middle;
    }
    return low;
  }
}

/** As `splice(at, 0, item)`, which allocates. */
function put<E>(items: E[], at: number, item: E): void {
  for (let index = items.length; index > at; index--) items[index] = items[index - 1] as E;
  items[at] = item;
}

/** As `splice(at, 1)`, which allocates. */
function take<E>(items: E[], at: number): void {
  for (let index = at + 1; index < items.length; index++) items[index - 1] = items[index] as E;
  items.pop();
}
