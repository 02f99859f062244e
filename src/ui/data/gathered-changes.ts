import type { ViewRow } from '../../domain/queries.ts';
import type { TabChange } from '../../worker/contract.ts';

/** So many patches of a packed view wait for a frame; a browser without a screen draws none. */
const STEPS_MAX = 16;

type RowChange = Extract<TabChange, { op: 'set' | 'fields' | 'remove' }>;

/** Changes of one view that wait for the next frame: the last word on each row, order, total and beginning. */
export class GatheredChanges {
  readonly #rows = new Map<string, RowChange>();
  /** Order, total and beginning of the view, by `op`. */
  readonly #others = new Map<string, TabChange>();
  /** Patches of a packed view: each builds on the one before, so that all are kept. */
  readonly #packed: TabChange[] = [];

  add(changes: readonly TabChange[]): void {
    for (const change of changes) {
      if (change.op === 'set') this.#rows.set(change.row.id, change);
      else if (change.op === 'remove') this.#rows.set(change.id, change);
      else if (change.op === 'fields') this.#rows.set(change.id, this.#joined(change));
      else if (change.op === 'packed') this.#packed.push(change);
      else this.#others.set(change.op, change);
    }
  }

  /** Too much waits: take it without waiting for a frame. */
  get full(): boolean {
    return this.#packed.length >= STEPS_MAX;
  }

  /** Gives the changes, and forgets them. */
  take(): readonly TabChange[] {
    const changes = [...this.#rows.values(), ...this.#others.values(), ...this.#packed];
    this.clear();
    return changes;
  }

  clear(): void {
    this.#rows.clear();
    this.#others.clear();
    this.#packed.length = 0;
  }

  /** The changed fields of a row, put over what waits of it. */
  #joined(change: Extract<RowChange, { op: 'fields' }>): RowChange {
    const waits = this.#rows.get(change.id);
    if (waits?.op === 'set')
      return { op: 'set', row: { ...waits.row, ...change.fields } as ViewRow };
    const fields = waits?.op === 'fields' ? { ...waits.fields, ...change.fields } : change.fields;
    return { op: 'fields', id: change.id, fields };
  }
}
