import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { ViewRow } from '../../domain/queries.ts';
import type { PackedPatch } from '../../domain/walls/packed.ts';
import type { TabChange } from '../../worker/contract.ts';

/** How a view stands, from its start. */
export interface ViewStart {
  readonly rows: readonly ViewRow[];
  readonly order: readonly string[];
  readonly total: number;
  readonly from: number;
  /** All of a packed view, which has no other rows. */
  readonly packed: PackedPatch | null;
}

/** What a tab holds of one view, in the view's encoding. */
export interface TabView {
  /** Replaces everything: a start is complete. */
  reset(start: ViewStart): void;
  apply(changes: readonly TabChange[]): void;
  /** Shows what another view of the same query shows, where that is ready. */
  show(like: TabView): void;
}

interface LiveRow<Row> {
  readonly value: Signal<Row | undefined>;
  /** Whether a component looks at it. */
  watched: boolean;
}

/**
 * What a tab holds of one view: a signal for each row, and others for order and total. A row that is
 * gone keeps its signal while somebody looks at it, should it come back.
 */
export class LiveView<Row extends ViewRow = ViewRow> implements TabView {
  readonly #rows = new Map<string, LiveRow<Row>>();
  readonly #ids = signal<readonly string[]>([]);
  readonly #total = signal(0);
  readonly #from = signal(0);
  readonly #ready = signal(false);

  /** Shows from the start what another view of the same query shows, where it is ready. */
  constructor(like?: LiveView<Row>) {
    if (like !== undefined) this.show(like);
  }

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

  /** How many rows are held, with those that are looked at before they are there. */
  get size(): number {
    return this.#rows.size;
  }

  /** One row's signal, also before the row is there. */
  row(id: string): ReadonlySignal<Row | undefined> {
    return this.#row(id).value;
  }

  reset({ rows, order, total, from }: Omit<ViewStart, 'packed'>): void {
    batch(() => {
      const present = new Set(order);
      for (const id of this.#rows.keys()) if (!present.has(id)) this.#remove(id);
      for (const row of rows) this.#row(row.id).value.value = row as Row;
      const before = this.#ids.peek();
      const same = before.length === order.length && before.every((id, at) => id === order[at]);
      if (!same) this.#ids.value = order;
      this.#total.value = total;
      this.#from.value = from;
      this.#ready.value = true;
    });
  }

  show(like: LiveView<Row>): void {
    if (!like.ready.peek()) return;
    const order = like.ids.peek();
    const rows = order.flatMap((id) => like.row(id).peek() ?? []);
    this.reset({ rows, order, total: like.total.peek(), from: like.from.peek() });
  }

  apply(changes: readonly TabChange[]): void {
    batch(() => {
      for (const change of changes) {
        if (change.op === 'set') this.#row(change.row.id).value.value = change.row as Row;
        else if (change.op === 'fields') this.#change(change.id, change.fields);
        else if (change.op === 'order') this.#ids.value = change.ids;
        else if (change.op === 'total') this.#total.value = change.total;
        else if (change.op === 'from') this.#from.value = change.from;
        else if (change.op === 'remove') this.#remove(change.id);
      }
    });
  }

  #row(id: string): LiveRow<Row> {
    let row = this.#rows.get(id);
    if (row === undefined) {
      row = { value: signal(undefined, this.#watching(id)), watched: false };
      this.#rows.set(id, row);
    }
    return row;
  }

  #watching(id: string): { watched: () => void; unwatched: () => void } {
    const look = (watched: boolean) => {
      const row = this.#rows.get(id);
      if (row === undefined) return;
      row.watched = watched;
      if (!watched && row.value.peek() === undefined) this.#rows.delete(id);
    };
    return { watched: () => look(true), unwatched: () => look(false) };
  }

  /** What stays of a row stays the same object: whoever looks at that part alone is not told. */
  #change(id: string, fields: Readonly<Record<string, unknown>>): void {
    const row = this.#rows.get(id)?.value;
    const held = row?.peek();
    if (row !== undefined && held !== undefined) row.value = { ...held, ...fields };
  }

  #remove(id: string): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    row.value.value = undefined;
    if (!row.watched) this.#rows.delete(id);
  }
}
