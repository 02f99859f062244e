import type { ViewChange, ViewRow } from '../../domain/queries.ts';

/** Changes of one view that wait for the next frame: the last word on each row, order and total. */
export class GatheredChanges {
  readonly #rows = new Map<string, ViewRow | null>();
  #order: ViewChange | null = null;
  #total: ViewChange | null = null;

  add(changes: readonly ViewChange[]): void {
    for (const change of changes) {
      if (change.op === 'set') this.#rows.set(change.row.id, change.row);
      else if (change.op === 'remove') this.#rows.set(change.id, null);
      else if (change.op === 'order') this.#order = change;
      else this.#total = change;
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
    this.clear();
    return changes;
  }

  clear(): void {
    this.#rows.clear();
    this.#order = null;
    this.#total = null;
  }
}
