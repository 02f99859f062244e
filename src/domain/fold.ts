import { NO_CHANGES } from './change.ts';
import type { DomainEvent } from './event.ts';
import { isKnown, type RecordedEvent } from './known.ts';
import { reduce } from './reduce.ts';
import type { TableName, Tables } from './rows.ts';
import { TABLES } from './tables.ts';
import { applyChanges, createRows, type Rows } from './state.ts';

/** What a fold did with its events. */
export interface FoldReport {
  readonly events: number;
  /** Events that changed rows. */
  readonly applied: number;
  /** Events of a kind that this version does not know: they changed nothing. */
  readonly unknown: number;
}

/**
 * Folds events into the rows, one after the other. Where the events come from a recording, their
 * data has been parsed already.
 */
export function fold(rows: Rows, events: Iterable<DomainEvent | RecordedEvent>): FoldReport {
  let count = 0;
  let applied = 0;
  let unknown = 0;
  for (const event of events) {
    count++;
    const changes = reduce(rows, event as DomainEvent);
    if (changes !== NO_CHANGES) {
      applyChanges(rows, changes);
      applied++;
    } else if (!isKnown(event)) unknown++;
  }
  return { events: count, applied, unknown };
}

/** All rows of a moment as plain data, from which a fold can go on. */
export type Keyframe = { readonly [T in TableName]?: readonly Tables[T][] };

/** The rows of these tables, each table in the order of its ids. */
export function keyframe(rows: Rows, tables: readonly TableName[] = TABLES): Keyframe {
  return Object.fromEntries(tables.map((table) => [table, sortedRows(rows, table)]));
}

/** Rows made of a keyframe. */
export function fromKeyframe(frame: Keyframe): Rows {
  const rows = createRows();
  for (const table of TABLES) {
    for (const after of frame[table] ?? []) {
      applyChanges(rows, [{ table, id: after.id, before: undefined, after } as never]);
    }
  }
  return rows;
}

/** The rows of a table in the order of their ids, by code units. */
export function sortedRows<T extends TableName>(rows: Rows, table: T): readonly Tables[T][] {
  const all = [...rows[table].values()] as Tables[T][];
  return all.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
