import { NO_CHANGES, type Change } from './change.ts';
import type { TableName, Tables } from './rows.ts';
import type { Rows } from './state.ts';

/**
 * Changes in the making, for reducers that touch many rows: reads see what was written before, and
 * each row ends in at most one change.
 */
export class Draft {
  readonly #rows: Rows;
  readonly #changes = new Map<string, Change>();

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  get<T extends TableName>(table: T, id: string): Tables[T] | undefined {
    const change = this.#changes.get(`${table}/${id}`);
    if (change !== undefined) return change.after as Tables[T] | undefined;
    return this.#rows[table].get(id) as Tables[T] | undefined;
  }

  /** Writes a row, unless the same is there; undefined removes it. */
  put<T extends TableName>(table: T, id: string, after: Tables[T] | undefined): void {
    if (sameRow(this.get(table, id), after)) return;
    const before = this.#rows[table].get(id);
    this.#changes.set(`${table}/${id}`, { table, id, before, after } as Change);
  }

  changes(): readonly Change[] {
    if (this.#changes.size === 0) return NO_CHANGES;
    return [...this.#changes.values()].filter((change) => !sameRow(change.before, change.after));
  }
}

/** Whether two JSON values are the same, whatever the order of their properties. */
export function sameRow(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameRow(item, b[index]));
  }
  if (Array.isArray(b)) return false;
  const left = a as Readonly<Record<string, unknown>>;
  const right = b as Readonly<Record<string, unknown>>;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && sameRow(left[key], right[key]));
}
