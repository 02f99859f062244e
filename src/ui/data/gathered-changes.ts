import type { ViewChange, ViewRow } from '../../domain/queries.ts';

/** Changes of one view that wait for the next frame: the last word on each row, order, total and beginning. */
export class GatheredChanges {
  readonly #rows = new Map<string, ViewRow | null>();
  #order: ViewChange | null = null;
  #total: ViewChange | null = null;
  #from: ViewChange | null = null;

  add(changes: readonly ViewChange[]): void {
    for (const change of changes) {
      if (change.op === 'set') this.#rows.set(change.row.id, change.row);
      else if (change.op === 'remove') this.#rows.set(change.id, null);
      else if (change.op === 'order') this.#order = change;
      else if (change.op === 'total') this.#total = change;
      else this.#from = change;
    }
  }

  /** All of them; none are left. */
  take(): readonly ViewChange[] {
    const changes: ViewChange[] = [];
    for (const [id, row] of this.#rows) {
      changes.push(row === null ? { op: 'remove', id } : { op: 'set', row });
    }
    if (this.#order !== null) changes.push(this.#order);
    if (this.#total !== null) changes.push(this.#total);
    if (this.#from !== null) changes.push(this.#from);
    this.clear();
    return changes;
  }

  clear(): void {
    this.#rows.clear();
    this.#order = null;
    this.#total = null;
    this.#from = null;
  }
}
