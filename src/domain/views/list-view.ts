import type { Change } from '../change.ts';
import type { Direction, ViewChange, ViewRow, Window } from '../queries.ts';
import type { SortKey } from './sort-key.ts';
import { SortedList, type Placed } from './sorted-list.ts';
import { NO_VIEW_CHANGES, type View, type ViewSnapshot } from './view.ts';

/** What a list is made of. */
export interface ListSource<R extends ViewRow> {
  /** All ids that could be in the list now. */
  ids(): Iterable<string>;
  /** The id of the list's row that a change may touch. */
  touched(change: Change): string | undefined;
  /** Whether a change surely leaves the row where it stands, in the list or out of it. */
  stays?(change: Change): boolean;
  /** The row as it stands now; undefined where it is absent or filtered out. */
  row(id: string): R | undefined;
  key(row: R): SortKey;
  /** Whether two rows show the same; by default whether they are the same object. */
  same?(a: R, b: R): boolean;
  readonly direction: Direction;
  /** `last`: the end of the list, however long it is. */
  readonly window: Window | { readonly last: number };
}

interface Entry<R> extends Placed {
  key: SortKey;
  /** As it was when it was shown or moved last. */
  row: R;
  /** The window's generation in which the entry was shown last. */
  shown: number;
  dirty: boolean;
}

/**
 * A sorted list with a window. A row whose key stays costs no search; one that moves is searched for
 * by halves. The window is taken anew only when something moved that it may show.
 */
export class ListView<R extends ViewRow> implements View {
  readonly #source: ListSource<R>;
  readonly #byId = new Map<string, Entry<R>>();
  readonly #sorted: SortedList<Entry<R>>;
  #window: Entry<R>[] = [];
  /** The entries of the window: few, so that most changes are looked for in little memory. */
  readonly #shown: Map<string, Entry<R>>;
  #generation = 0;
  #total = 0;
  /** Whether rows came, went or moved such that the window may show others or another order. */
  #moved = false;
  #dirty: Entry<R>[] = [];

  constructor(source: ListSource<R>) {
    this.#source = source;
    for (const id of source.ids()) {
      const row = source.row(id);
      if (row !== undefined) this.#byId.set(id, this.#entry(id, row));
    }
    this.#sorted = new SortedList([...this.#byId.values()], source.direction);
    this.#total = this.#sorted.length;
    this.#window = this.#windowNow();
    this.#generation = 1;
    for (const entry of this.#window) entry.shown = 1;
    this.#shown = new Map(this.#window.map((entry) => [entry.id, entry]));
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
      if (id === undefined) continue;
      if (this.#source.stays?.(change) !== true || this.#shown.has(id)) this.#touch(id);
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

  #entry(id: string, row: R): Entry<R> {
    return { id, key: this.#source.key(row), row, shown: 0, dirty: false, chunk: null };
  }

  #insert(id: string, row: R): void {
    const entry = this.#entry(id, row);
    this.#byId.set(id, entry);
    this.#sorted.insert(entry);
    this.#moves(entry);
  }

  #remove(entry: Entry<R>): void {
    this.#moves(entry);
    this.#byId.delete(entry.id);
    this.#sorted.remove(entry);
  }

  #replace(entry: Entry<R>, row: R): void {
    if (this.#source.same?.(entry.row, row)) return;
    const key = this.#source.key(row);
    const shown = entry.shown === this.#generation;
    entry.row = row;
    if (key !== entry.key) this.#move(entry, key);
    if (entry.dirty || !shown) return;
    entry.dirty = true;
    this.#dirty.push(entry);
  }

  #move(entry: Entry<R>, key: SortKey): void {
    if (!this.#sorted.rekey(entry, key)) return;
    const { window } = this.#source;
    const first = 'last' in window || window.from === 0;
    // From before the window to behind it: all that it shows moves up.
    if (!first || entry.shown === this.#generation) this.#moved = true;
    else this.#moves(entry);
  }

  /** An entry comes, goes or stands here: the window may show others, unless it ends before. */
  #moves(entry: Entry<R>): void {
    if (this.#moved) return;
    const { window } = this.#source;
    const last = this.#window.at(-1);
    const full = !('last' in window) && this.#window.length === window.to - window.from;
    this.#moved = !full || last === undefined || this.#sorted.reaches(entry, last);
  }

  #windowNow(): Entry<R>[] {
    const { window } = this.#source;
    const { length } = this.#sorted;
    return 'last' in window
      ? this.#sorted.slice(Math.max(0, length - window.last), length)
      : this.#sorted.slice(window.from, window.to);
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
      if (entry.shown === this.#generation) continue;
      patch.push({ op: 'remove', id: entry.id });
      this.#shown.delete(entry.id);
    }
    for (const entry of came) {
      entry.row = this.#source.row(entry.id) ?? entry.row;
      this.#shown.set(entry.id, entry);
      patch.push({ op: 'set', row: entry.row });
    }
    this.#window = after;
    return reordered;
  }
}
