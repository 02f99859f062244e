import type { ViewChange, ViewRow } from '../../domain/queries.ts';

/** What a tab has not been told of one view: bounded by rows, not by events. */
export class PendingView {
  readonly #rows = new Map<string, ViewRow | null>();
  #order: readonly string[] | null = null;
  #total: number | null = null;

  merge(changes: readonly ViewChange[]): void {
    for (const change of changes) {
      if (change.op === 'set') this.#rows.set(change.row.id, change.row);
      else if (change.op === 'remove') this.#rows.set(change.id, null);
      else if (change.op === 'order') this.#order = change.ids;
      else this.#total = change.total;
    }
  }

  /** All of it, as one patch; empty afterwards. */
  take(): readonly ViewChange[] {
    const changes: ViewChange[] = [];
    for (const [id, row] of this.#rows) {
      changes.push(row === null ? { op: 'remove', id } : { op: 'set', row });
    }
    if (this.#order !== null) changes.push({ op: 'order', ids: this.#order });
    if (this.#total !== null) changes.push({ op: 'total', total: this.#total });
    this.#rows.clear();
    this.#order = null;
    this.#total = null;
    return changes;
  }
}
