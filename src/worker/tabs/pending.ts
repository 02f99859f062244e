import type { ViewChange, ViewRow } from '../../domain/queries.ts';
import type { ViewSnapshot } from '../../domain/views/view.ts';
import type { TabChange } from '../contract.ts';

/**
 * What a tab has not been told of one view: bounded by the rows that the view shows and those that the
 * tab holds, however many events pass. The view's encoding says how it is told.
 */
export interface Pending {
  /** How many rows wait. */
  readonly size: number;
  merge(changes: readonly ViewChange[]): void;
  /** All of it, as one patch; empty afterwards. */
  take(): readonly TabChange[];
}

/** Rows, and what of a row is another. */
export class PendingView implements Pending {
  /** The rows that the tab was told, as it was told them. */
  readonly #held: Map<string, ViewRow>;
  readonly #rows = new Map<string, ViewRow | null>();
  #order: readonly string[] | null = null;
  #total: number | null = null;
  #from: number | null = null;

  constructor(held: readonly ViewRow[]) {
    this.#held = new Map(held.map((row) => [row.id, row]));
  }

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
    for (const id of this.#held.keys()) if (!shows.has(id)) this.#rows.set(id, null);
    for (const row of rows) {
      if (this.#held.get(row.id) === row) this.#rows.delete(row.id);
      else this.#rows.set(row.id, row);
    }
    this.#order = order;
    this.#total = total;
    this.#from = from;
  }

  take(): readonly TabChange[] {
    const changes: TabChange[] = [];
    for (const [id, row] of this.#rows) {
      const change = row === null ? ({ op: 'remove', id } as const) : told(this.#held.get(id), row);
      if (row === null) this.#held.delete(id);
      else this.#held.set(id, row);
      if (change !== null) changes.push(change);
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

/** How a row is told to a tab that holds it as it was before; null where nothing of it is another. */
function told(before: ViewRow | undefined, after: ViewRow): TabChange | null {
  if (before === undefined) return { op: 'set', row: after };
  const held: Readonly<Record<string, unknown>> = { ...before };
  const fields = Object.entries(after).filter(([name, value]) => held[name] !== value);
  if (Object.keys(held).some((name) => !(name in after))) return { op: 'set', row: after };
  if (fields.length === 0) return null;
  return { op: 'fields', id: after.id, fields: Object.fromEntries(fields) };
}
