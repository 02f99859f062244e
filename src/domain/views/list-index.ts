import type { Change } from '../change.ts';
import type { Direction, Range, ViewRow } from '../queries.ts';
import { ListWindow, type Entry } from './list-window.ts';
import type { SortKey } from './sort-key.ts';
import { SortedList } from './sorted-list.ts';
import type { ViewIndex } from './view.ts';

/** What a list is made of. */
export interface ListSource<R extends ViewRow> {
  /** All ids that could be in the list now. */
  ids(): Iterable<string>;
  /** The id of the list's row that a change may touch. */
  touched(change: Change): string | undefined;
  /** The row after a change that surely leaves it where it stands, in the list or out of it. */
  stays?(change: Change): R | undefined;
  /** The row as it stands now; undefined where it is absent or filtered out. */
  row(id: string): R | undefined;
  key(row: R): SortKey;
  /** Whether two rows show the same; by default whether they are the same object. */
  same?(a: R, b: R): boolean;
  readonly direction: Direction;
}

/** So many rows are taken into an index at once, where it is made piece by piece. */
const PIECE = 1_000;

/**
 * A sorted list, and the windows on it. A row whose key stays costs no search; one that moves is
 * searched for by halves, once for all windows.
 */
export class ListIndex<R extends ViewRow> implements ViewIndex {
  readonly #source: ListSource<R>;
  readonly #byId = new Map<string, Entry<R>>();
  readonly #sorted: SortedList<Entry<R>>;
  readonly #windows = new Set<ListWindow<R>>();
  /** The entries of all windows: few, so that most changes are looked for in little memory. */
  readonly #shown = new Map<string, Entry<R>>();
  /** What `grow` has not taken in. */
  readonly #left: string[];

  /** `piecewise`: it begins with a part of the rows, and is whole when `grow` has made it so. */
  constructor(source: ListSource<R>, piecewise = false) {
    this.#source = source;
    this.#left = [...source.ids()];
    const first = this.#left.splice(piecewise ? -PIECE : 0);
    for (const id of first) {
      const row = source.row(id);
      if (row !== undefined) this.#byId.set(id, this.#entry(id, row));
    }
    this.#sorted = new SortedList([...this.#byId.values()], source.direction);
  }

  get complete(): boolean {
    return this.#left.length === 0;
  }

  grow(): void {
    for (const id of this.#left.splice(-PIECE)) {
      const row = this.#byId.has(id) ? undefined : this.#source.row(id);
      if (row !== undefined) this.#insert(id, row);
    }
  }

  get length(): number {
    return this.#sorted.length;
  }

  open(range: Range): ListWindow<R> {
    const window = new ListWindow(this, range);
    this.#windows.add(window);
    return window;
  }

  /** A window of it was closed. */
  closed(window: ListWindow<R>): void {
    this.#windows.delete(window);
  }

  apply(changes: readonly Change[]): void {
    for (const change of changes) {
      const id = this.#source.touched(change);
      if (id === undefined) continue;
      const row = this.#source.stays?.(change);
      if (row === undefined) this.#touch(id);
      else this.#renew(id, row);
    }
  }

  /** The entries from one place (included) to another (excluded). */
  slice(from: number, to: number): Entry<R>[] {
    return this.#sorted.slice(from, to);
  }

  /** Whether the entry stands before the other one, or is it. */
  reaches(entry: Entry<R>, other: Entry<R>): boolean {
    return this.#sorted.reaches(entry, other);
  }

  /** One more window shows the entry. */
  show(entry: Entry<R>): void {
    if (entry.windows === 0) this.#refresh(entry);
    entry.windows += 1;
    this.#shown.set(entry.id, entry);
  }

  /** One window less shows the entry. */
  hide(entry: Entry<R>): void {
    entry.windows -= 1;
    if (entry.windows === 0 && this.#shown.get(entry.id) === entry) this.#shown.delete(entry.id);
  }

  /** A row that nobody saw was left as it was; it never runs ahead of the place where it stands. */
  #refresh(entry: Entry<R>): void {
    const row = this.#source.row(entry.id);
    if (row === undefined || row === entry.row) return;
    if (this.#source.key(row) === entry.key) entry.row = row;
  }

  /** Where it stands, and so without a key or a look at the filter: all of a wall's changes come here. */
  #renew(id: string, row: R): void {
    const entry = this.#shown.get(id);
    if (entry === undefined || row === entry.row) return;
    if (this.#source.same?.(entry.row, row)) return;
    // Never the row as it stands now: a later change of this batch may have moved that.
    entry.row = row;
    for (const window of this.#windows) window.changed(entry);
  }

  #touch(id: string): void {
    const entry = this.#byId.get(id);
    const row = this.#source.row(id);
    if (entry === undefined) {
      if (row !== undefined) this.#insert(id, row);
    } else if (row === undefined) this.#remove(entry);
    else if (row !== entry.row) this.#replace(entry, row);
    else this.#rekey(entry);
  }

  #entry(id: string, row: R): Entry<R> {
    return { id, key: this.#source.key(row), row, windows: 0, chunk: null };
  }

  #insert(id: string, row: R): void {
    const entry = this.#entry(id, row);
    this.#byId.set(id, entry);
    this.#sorted.insert(entry);
    for (const window of this.#windows) window.stood(entry);
  }

  #remove(entry: Entry<R>): void {
    for (const window of this.#windows) window.stood(entry);
    this.#byId.delete(entry.id);
    this.#sorted.remove(entry);
  }

  /** Also of a row that stays as it is, where what its key is made of does not. */
  #rekey(entry: Entry<R>): void {
    const key = this.#source.key(entry.row);
    if (key === entry.key || !this.#sorted.rekey(entry, key)) return;
    for (const window of this.#windows) window.moved(entry);
  }

  #replace(entry: Entry<R>, row: R): void {
    if (this.#source.same?.(entry.row, row)) return;
    entry.row = row;
    this.#rekey(entry);
    if (entry.windows > 0) for (const window of this.#windows) window.changed(entry);
  }
}
