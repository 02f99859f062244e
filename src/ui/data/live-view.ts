import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals-react';
import type { ViewChange, ViewRow } from '../../domain/queries.ts';

/** What a tab holds of one view: a signal for each row, and others for order and total. */
export class LiveView<Row extends ViewRow = ViewRow> {
  readonly #rows = new Map<string, Signal<Row | undefined>>();
  readonly #ids = signal<readonly string[]>([]);
  readonly #total = signal(0);
  readonly #from = signal(0);
  readonly #ready = signal(false);

  /** Ids of the window's rows, in order; changes only with membership or order. */
  get ids(): ReadonlySignal<readonly string[]> {
    return this.#ids;
  }

  /** How many rows there are in all windows, after filtering. */
  get total(): ReadonlySignal<number> {
    return this.#total;
  }

  /** The place of the first of `ids` in the whole list. */
  get from(): ReadonlySignal<number> {
    return this.#from;
  }

  /** Whether the first snapshot came. */
  get ready(): ReadonlySignal<boolean> {
    return this.#ready;
  }

  /** One row's signal, also before the row is there. */
  row(id: string): ReadonlySignal<Row | undefined> {
    return this.#row(id);
  }

  /** Replaces everything: a snapshot is complete. */
  reset(rows: readonly Row[], order: readonly string[], total: number, from: number): void {
    batch(() => {
      const present = new Set(order);
      for (const [id, row] of this.#rows) if (!present.has(id)) row.value = undefined;
      for (const row of rows) this.#row(row.id).value = row;
      this.#ids.value = order;
      this.#total.value = total;
      this.#from.value = from;
      this.#ready.value = true;
    });
  }

  apply(changes: readonly ViewChange[]): void {
    batch(() => {
      for (const change of changes) {
        if (change.op === 'set') this.#row(change.row.id).value = change.row as Row;
        else if (change.op === 'order') this.#ids.value = change.ids;
        else if (change.op === 'total') this.#total.value = change.total;
        else {
          const row = this.#rows.get(change.id);
          if (row !== undefined) row.value = undefined;
          this.#rows.delete(change.id);
        }
      }
    });
  }

  #row(id: string): Signal<Row | undefined> {
    let row = this.#rows.get(id);
    if (row === undefined) this.#rows.set(id, (row = signal<Row | undefined>(undefined)));
    return row;
  }
}
