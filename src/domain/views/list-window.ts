import type { Range, ViewChange, ViewRow } from '../queries.ts';
import type { SortKey } from './sort-key.ts';
import type { Placed } from './sorted-list.ts';
import { NO_VIEW_CHANGES, type ViewSnapshot, type ViewWindow } from './view.ts';

/** A row of an index. */
export interface Entry<R> extends Placed {
  key: SortKey;
  /** As it was when a window showed it, or when it moved last. */
  row: R;
  /** How many windows show it. */
  windows: number;
}

/** What a window asks of the index that it is on. */
interface Indexed<R extends ViewRow> {
  readonly length: number;
  show(entry: Entry<R>): void;
  hide(entry: Entry<R>): void;
  closed(window: ListWindow<R>): void;
  reaches(entry: Entry<R>, last: Entry<R>): boolean;
  slice(from: number, to: number): Entry<R>[];
}

/** A window on an index. It is taken again only when something moved that it may show. */
export class ListWindow<R extends ViewRow> implements ViewWindow {
  readonly #index: Indexed<R>;
  readonly #range: Range;
  #entries: Entry<R>[];
  #shown: Set<Entry<R>>;
  #total: number;
  /** Whether rows came, went or moved such that it may show others or another order. */
  #moved = false;
  readonly #dirty = new Set<Entry<R>>();

  constructor(index: Indexed<R>, range: Range) {
    this.#index = index;
    this.#range = range;
    this.#total = index.length;
    this.#entries = this.#now();
    this.#shown = new Set(this.#entries);
    for (const entry of this.#entries) index.show(entry);
  }

  snapshot(): ViewSnapshot {
    return {
      rows: this.#entries.map((entry) => entry.row),
      order: this.#entries.map((entry) => entry.id),
      total: this.#total,
    };
  }

  take(): readonly ViewChange[] {
    const { length } = this.#index;
    if (this.#dirty.size === 0 && !this.#moved && this.#total === length) return NO_VIEW_CHANGES;
    const patch: ViewChange[] = [];
    const moved = this.#moved;
    const reordered = moved && this.#slide(patch);
    for (const entry of this.#dirty) {
      if (!moved || this.#shown.has(entry)) patch.push({ op: 'set', row: entry.row });
    }
    this.#dirty.clear();
    this.#moved = false;
    if (reordered) patch.push({ op: 'order', ids: this.#entries.map((entry) => entry.id) });
    if (this.#total !== length) {
      this.#total = length;
      patch.push({ op: 'total', total: length });
    }
    return patch.length === 0 ? NO_VIEW_CHANGES : patch;
  }

  close(): void {
    for (const entry of this.#entries) this.#index.hide(entry);
    this.#index.closed(this);
  }

  /** A row that stays where it stands is another one. */
  changed(entry: Entry<R>): void {
    if (this.#shown.has(entry)) this.#dirty.add(entry);
  }

  /** A row moved, and stands here now. */
  moved(entry: Entry<R>): void {
    const first = 'last' in this.#range || this.#range.from === 0;
    // From before the window to behind it: all that it shows moves up.
    if (!first || this.#shown.has(entry)) this.#moved = true;
    else this.stood(entry);
  }

  /** A row comes, goes or stands here: the window may show others, unless it ends before. */
  stood(entry: Entry<R>): void {
    if (this.#moved) return;
    const last = this.#entries.at(-1);
    const full = !('last' in this.#range) && this.#entries.length === width(this.#range);
    this.#moved = !full || last === undefined || this.#index.reaches(entry, last);
  }

  #now(): Entry<R>[] {
    const { length } = this.#index;
    return 'last' in this.#range
      ? this.#index.slice(Math.max(0, length - this.#range.last), length)
      : this.#index.slice(this.#range.from, this.#range.to);
  }

  /** Takes the window again and says who came and went; whether its order is another one. */
  #slide(patch: ViewChange[]): boolean {
    const before = this.#entries;
    const after = this.#now();
    const shown = new Set(after);
    for (const entry of before) {
      if (shown.has(entry)) continue;
      patch.push({ op: 'remove', id: entry.id });
      this.#index.hide(entry);
    }
    for (const entry of after) {
      if (this.#shown.has(entry)) continue;
      this.#index.show(entry);
      patch.push({ op: 'set', row: entry.row });
    }
    this.#entries = after;
    this.#shown = shown;
    return before.length !== after.length || after.some((entry, at) => before[at] !== entry);
  }
}

function width({ from, to }: { readonly from: number; readonly to: number }): number {
  return to - from;
}
