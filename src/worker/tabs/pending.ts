import type { ViewChange, ViewRow } from '../../domain/queries.ts';
import type { ViewSnapshot } from '../../domain/views/view.ts';

/**
 * What a tab has not been told of one view: bounded by the rows that the view shows and those that the
 * tab holds, however many events pass.
 */
export class PendingView {
  /** Ids of the rows that the tab was told. */
  readonly #held: Set<string>;
  readonly #rows = new Map<string, ViewRow | null>();
  #order: readonly string[] | null = null;
  #total: number | null = null;
  #from: number | null = null;

  constructor(held: Iterable<string>) {
    this.#held = new Set(held);
  }

  /** How many rows wait. */
  get size(): number {
    return this.#rows.size;
  }

  merge(changes: readonly ViewChange[]): void {
    for (const change of changes) {
      if (change.op === 'set') this.#rows.set(change.row.id, change.row);
      else if (change.op === 'order') this.#order = change.ids;
      else if (change.op === 'total') this.#total = change.total;
      else if (change.op === 'from') this.#from = change.from;
      else if (this.#held.has(change.id)) this.#rows.set(change.id, null);
      else this.#rows.delete(change.id);
    }
  }

  /** The view shows another part of the same list, which begins at `from`: what the tab has of it is not told again. */
  move({ rows, order, total }: ViewSnapshot, from: number): void {
    const shows = new Set(order);
    for (const id of this.#rows.keys()) if (!shows.has(id)) this.#rows.delete(id);
    for (const id of this.#held) if (!shows.has(id)) this.#rows.set(id, null);
    for (const row of rows) {
      const comes = !this.#held.has(row.id) || this.#rows.get(row.id) === null;
      if (comes) this.#rows.set(row.id, row);
    }
    this.#order = order;
    this.#total = total;
    this.#from = from;
  }

  /** All of it, as one patch; empty afterwards. */
  take(): readonly ViewChange[] {
    const changes: ViewChange[] = [];
    for (const [id, row] of this.#rows) {
      if (row === null) this.#held.delete(id);
      else this.#held.add(id);
      changes.push(row === null ? { op: 'remove', id } : { op: 'set', row });
    }
    if (this.#order !== null) changes.push({ op: 'order', ids: this.#order });
    if (this.#total !== null) changes.push({ op: 'total', total: this.#total });
    if (this.#from !== null) changes.push({ op: 'from', from: this.#from });
    this.#rows.clear();
    this.#order = null;
    this.#total = null;
    this.#from = null;
    return changes;
  }
}
