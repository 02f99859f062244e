import type { PagingRow, ViewChange, ViewRow } from '../../domain/queries.ts';
import type { Stretch } from '../../domain/resources/pages.ts';
import { NO_VIEW_CHANGES, type ViewSnapshot, type ViewWindow } from '../../domain/views/view.ts';
import type { PagedList } from './paged-list.ts';

/** A part of the rows of a question, as far as its pages are here. */
export class PagedWindow implements ViewWindow {
  readonly #list: PagedList;
  readonly #stretch: Stretch;
  readonly #close: () => void;
  #shown: ReadonlyMap<string, ViewRow>;
  #from: number;
  #total: number;

  constructor(list: PagedList, stretch: Stretch, changed: () => void, closed: () => void) {
    this.#list = list;
    this.#stretch = stretch;
    const now = this.#now();
    this.#shown = now.rows;
    this.#from = now.from;
    this.#total = list.paging.total;
    const lookAway = list.look({ stretch, changed });
    this.#close = () => {
      lookAway();
      closed();
    };
  }

  snapshot(): ViewSnapshot {
    const [rows, order] = [[...this.#shown.values()], [...this.#shown.keys()]];
    return { rows, order, total: this.#total, from: this.#from };
  }

  take(): readonly ViewChange[] {
    const { total } = this.#list.paging;
    const { rows, from } = this.#now();
    const patch: ViewChange[] = [];
    for (const id of this.#shown.keys()) if (!rows.has(id)) patch.push({ op: 'remove', id });
    for (const [id, row] of rows) if (this.#shown.get(id) !== row) patch.push({ op: 'set', row });
    const [before, after] = [[...this.#shown.keys()], [...rows.keys()]];
    const isOther = before.length !== after.length || before.some((id, at) => id !== after[at]);
    if (isOther) patch.push({ op: 'order', ids: after });
    if (total !== this.#total) patch.push({ op: 'total', total });
    if (from !== this.#from) patch.push({ op: 'from', from });
    this.#shown = rows;
    this.#from = from;
    this.#total = total;
    return patch.length === 0 ? NO_VIEW_CHANGES : patch;
  }

  close(): void {
    this.#close();
  }

  #now(): { readonly rows: ReadonlyMap<string, ViewRow>; readonly from: number } {
    const { rows, from } = this.#list.shown(this.#stretch);
    return { rows: new Map(rows.map((row) => [row.id, row])), from };
  }
}

/** How a question stands. */
export class PagingWindow implements ViewWindow {
  readonly #list: PagedList;
  readonly #close: () => void;
  #shown: PagingRow;

  constructor(list: PagedList, changed: () => void, closed: () => void) {
    this.#list = list;
    this.#shown = list.paging;
    const lookAway = list.look({ stretch: null, changed });
    this.#close = () => {
      lookAway();
      closed();
    };
  }

  snapshot(): ViewSnapshot {
    return { rows: [this.#shown], order: [this.#shown.id], total: 1 };
  }

  take(): readonly ViewChange[] {
    const { total, about, state } = this.#shown;
    const now = this.#list.paging;
    if (now.total === total && now.about === about && now.state === state) return NO_VIEW_CHANGES;
    this.#shown = now;
    return [{ op: 'set', row: now }];
  }

  close(): void {
    this.#close();
  }
}
