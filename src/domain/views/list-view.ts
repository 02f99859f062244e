import type { Change } from '../change.ts';
import type { Direction, ViewChange, ViewRow, Window } from '../queries.ts';
import { compareEntries, type SortKey, type Sortable } from './sort-key.ts';
import { NO_VIEW_CHANGES, type View, type ViewSnapshot } from './view.ts';

/** What a list is made of. */
export interface ListSource<R extends ViewRow> {
  /** All ids that could be in the list now. */
  ids(): Iterable<string>;
  /** The id of the list's row that a change may touch. */
  touched(change: Change): string | undefined;
  /** The row as it stands now; undefined where it is absent or filtered out. */
  row(id: string): R | undefined;
  key(row: R): SortKey;
  /** Whether two rows show the same; by default whether they are the same object. */
  same?(a: R, b: R): boolean;
  readonly direction: Direction;
  /** `last`: the end of the list, however long it is. */
  readonly window: Window | { readonly last: number };
}

interface Entry<R> extends Sortable {
  key: SortKey;
  row: R;
  /** The window's generation in which the entry was shown last. */
  shown: number;
  dirty: boolean;
}

/**
 * A sorted list with a window. The order is kept by binary search: a row whose key stays costs no
 * search, one that moves shifts only what lies between its places.
 */
export class ListView<R extends ViewRow> implements View {
  readonly #source: ListSource<R>;
  readonly #byId = new Map<string, Entry<R>>();
  readonly #sorted: Entry<R>[] = [];
  #window: Entry<R>[] = [];
  #generation = 0;
  #total = 0;
  /** Whether rows came, went or moved such that the window may show others or another order. */
  #moved = false;
  #dirty: Entry<R>[] = [];

  constructor(source: ListSource<R>) {
    this.#source = source;
    for (const id of source.ids()) {
      const row = source.row(id);
      if (row === undefined) continue;
      const entry = { id, key: source.key(row), row, shown: 0, dirty: false };
      this.#byId.set(id, entry);
      this.#sorted.push(entry);
    }
    this.#sorted.sort((a, b) => compareEntries(a, b, source.direction));
    this.#total = this.#sorted.length;
    this.#window = this.#windowNow();
    this.#generation = 1;
    for (const entry of this.#window) entry.shown = 1;
  }

  snapshot(): ViewSnapshot {
    return {
      rows: this.#window.map((entry) => entry.row),
      order: this.#window.map((entry) => entry.id),
      total: this.#total,
    };
  }

  apply(changes: readonly Change[]): readonly ViewChange[] {
    for (const change of changes) {
      const id = this.#source.touched(change);
      if (id !== undefined) this.#touch(id);
    }
    if (this.#dirty.length === 0 && !this.#moved && this.#total === this.#sorted.length) {
      return NO_VIEW_CHANGES;
    }
    const patch: ViewChange[] = [];
    const reordered = this.#moved && this.#slide(patch);
    for (const entry of this.#dirty) {
      entry.dirty = false;
      if (entry.shown === this.#generation) patch.push({ op: 'set', row: entry.row });
    }
    this.#dirty = [];
    this.#moved = false;
    if (reordered) patch.push({ op: 'order', ids: this.#window.map((entry) => entry.id) });
    if (this.#total !== this.#sorted.length) {
      this.#total = this.#sorted.length;
      patch.push({ op: 'total', total: this.#total });
    }
    return patch.length === 0 ? NO_VIEW_CHANGES : patch;
  }

  #touch(id: string): void {
    const entry = this.#byId.get(id);
    const row = this.#source.row(id);
    if (entry === undefined) {
      if (row !== undefined) this.#insert(id, row);
    } else if (row === undefined) this.#remove(entry);
    else if (row !== entry.row) this.#replace(entry, row);
  }

  #insert(id: string, row: R): void {
    const entry = { id, key: this.#source.key(row), row, shown: 0, dirty: false };
    const at = this.#lowerBound(entry);
    this.#byId.set(id, entry);
    if (at === this.#sorted.length) this.#sorted.push(entry);
    else this.#sorted.splice(at, 0, entry);
    this.#moves(at, Infinity);
  }

  #remove(entry: Entry<R>): void {
    const at = this.#lowerBound(entry);
    this.#byId.delete(entry.id);
    if (at === 0) this.#sorted.shift();
    else this.#sorted.splice(at, 1);
    this.#moves(at, Infinity);
  }

  #replace(entry: Entry<R>, row: R): void {
    if (this.#source.same?.(entry.row, row)) return;
    const key = this.#source.key(row);
    const shown = entry.shown === this.#generation;
    if (key !== entry.key) {
      const from = this.#lowerBound(entry);
      entry.key = key;
      this.#shift(entry, from);
    }
    entry.row = row;
    if (entry.dirty || !shown) return;
    entry.dirty = true;
    this.#dirty.push(entry);
  }

  /** Moves an entry from its old place to where its key belongs now. */
  #shift(entry: Entry<R>, from: number): void {
    const sorted = this.#sorted;
    const { direction } = this.#source;
    let at = from;
    for (let next = sorted[at + 1]; next !== undefined; next = sorted[at + 1]) {
      if (compareEntries(entry, next, direction) < 0) break;
      sorted[at++] = next;
    }
    if (at === from) {
      for (let next = sorted[at - 1]; next !== undefined; next = sorted[at - 1]) {
        if (compareEntries(next, entry, direction) < 0) break;
        sorted[at--] = next;
      }
    }
    sorted[at] = entry;
    if (at !== from) this.#moves(Math.min(at, from), Math.max(at, from));
  }

  /** Everything from `first` to `last` may stand elsewhere now. */
  #moves(first: number, last: number): void {
    const { window } = this.#source;
    if ('last' in window || (first < window.to && last >= window.from)) this.#moved = true;
  }

  #lowerBound(entry: Sortable): number {
    const { direction } = this.#source;
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#sorted[middle];
      if (other !== undefined && compareEntries(other, entry, direction) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #windowNow(): Entry<R>[] {
    const { window } = this.#source;
    if ('last' in window) return window.last > 0 ? this.#sorted.slice(-window.last) : [];
    return this.#sorted.slice(Math.max(0, window.from), Math.max(0, window.to));
  }

  /** Takes the window anew and says who came and went; whether its order is another one. */
  #slide(patch: ViewChange[]): boolean {
    const before = this.#window;
    const after = this.#windowNow();
    const last = this.#generation++;
    let reordered = before.length !== after.length;
    const came: Entry<R>[] = [];
    for (const [index, entry] of after.entries()) {
      if (before[index] !== entry) reordered = true;
      if (entry.shown !== last) came.push(entry);
      entry.shown = this.#generation;
    }
    for (const entry of before) {
      if (entry.shown !== this.#generation) patch.push({ op: 'remove', id: entry.id });
    }
    for (const entry of came) patch.push({ op: 'set', row: entry.row });
    this.#window = after;
    return reordered;
  }
}
