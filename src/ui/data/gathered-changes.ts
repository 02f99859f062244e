import type { ViewRow } from '../../domain/queries.ts';
import type { TabChange } from '../../worker/contract.ts';

/** A browser without a screen has no frames: so many steps of a packed view wait for one. */
const STEPS_MAX = 16;

type RowChange = Extract<TabChange, { op: 'set' | 'fields' | 'remove' }>;

/** Changes of one view that wait for the next frame: the last word on each row, order, total and beginning. */
export class GatheredChanges {
  readonly #rows = new Map<string, RowChange>();
  /** Of the whole view, by what it says. */
  readonly #others = new Map<string, TabChange>();
  /** Of a packed view: each goes on top of the one before. */
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

  /** It would grow with everything that comes: it is to be taken, frame or none. */
  get full(): boolean {
    return this.#packed.length >= STEPS_MAX;
  }

  /** All of them; none are left. */
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

  /** What is another of a row, on top of what waits of it. */
  #joined(change: Extract<RowChange, { op: 'fields' }>): RowChange {
    const waits = this.#rows.get(change.id);
    if (waits?.op === 'set')
      return { op: 'set', row: { ...waits.row, ...change.fields } as ViewRow };
    const fields = waits?.op === 'fields' ? { ...waits.fields, ...change.fields } : change.fields;
    return { op: 'fields', id: change.id, fields };
  }
}
