import { entryId } from '../feed/entries.ts';
import type { Entries } from '../feed/entry-map.ts';
import type { ConsoleRow, FeedRow } from '../rows.ts';
import type { Versions } from './versions.ts';

/**
 * A table as it was at a keyframe, to be changed from there on: what changes is kept beside the keyframe, so
 * that it is there at once, however large it is.
 */
export class PastTable<R extends object, K extends object = R> implements ReadonlyMap<string, R> {
  readonly #versions: Versions<K>;
  readonly #keyframe: number;
  readonly #taken: ((kept: K) => R) | null;
  /**
   * What was touched since the keyframe; null: it is gone. Whatever is kept at any keyframe stays marked here
   * once it was touched, even where it is again as it was: when keyframes are thinned, this one's number comes
   * to mean a later one that this table has passed, and only what it did not touch is the same at both.
   */
  readonly #changed = new Map<string, R | null>();
  #size: number;

  /** `taken` makes of what is kept something that may be changed itself. */
  constructor(versions: Versions<K>, keyframe: number, taken: ((kept: K) => R) | null) {
    this.#versions = versions;
    this.#keyframe = keyframe;
    this.#taken = taken;
    this.#size = versions.count(keyframe);
  }

  get size(): number {
    return this.#size;
  }

  get(id: string): R | undefined {
    const changed = this.#changed.get(id);
    if (changed !== undefined) return changed ?? undefined;
    const kept = this.#versions.at(id, this.#keyframe);
    if (kept === undefined || this.#taken === null) return kept as R | undefined;
    const taken = this.#taken(kept);
    this.#changed.set(id, taken);
    return taken;
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  /** Only `applyChanges` does, as to a `Map`. */
  set(id: string, row: R): this {
    if (!this.has(id)) this.#size++;
    this.#changed.set(id, row);
    return this;
  }

  /** Only `applyChanges` does, as to a `Map`. */
  delete(id: string): boolean {
    if (!this.has(id)) return false;
    this.#size--;
    if (this.#versions.has(id)) this.#changed.set(id, null);
    else this.#changed.delete(id);
    return true;
  }

  *entries(): MapIterator<[string, R]> {
    for (const id of this.#versions.ids()) {
      const row = this.get(id);
      if (row !== undefined) yield [id, row];
    }
    for (const [id, row] of this.#changed) {
      if (row !== null && !this.#versions.has(id)) yield [id, row];
    }
  }

  *keys(): MapIterator<string> {
    for (const [id] of this.entries()) yield id;
  }

  *values(): MapIterator<R> {
    for (const [, row] of this.entries()) yield row;
  }

  [Symbol.iterator](): MapIterator<[string, R]> {
    return this.entries();
  }

  forEach(work: (row: R, id: string, map: ReadonlyMap<string, R>) => void): void {
    for (const [id, row] of this.entries()) work(row, id, this);
  }
}

/** Entries as they were at a keyframe. */
export class PastEntries<R extends FeedRow | ConsoleRow>
  extends PastTable<R>
  implements Entries<R>
{
  at(serverId: string, seq: number): R | undefined {
    return this.get(entryId(serverId, seq));
  }

  put(row: R): void {
    this.set(row.id, row);
  }

  remove({ id }: R): void {
    this.delete(id);
  }
}
