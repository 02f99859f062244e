import type { Change } from '../change.ts';
import type { ViewChange, ViewRow } from '../queries.ts';

/** What a view shows from the start: the rows of its window in order, and how many there are in all. */
export interface ViewSnapshot {
  readonly rows: readonly ViewRow[];
  readonly order: readonly string[];
  readonly total: number;
}

/** The rows that a query shows now, kept up by changes. */
export interface View {
  snapshot(): ViewSnapshot;
  /**
   * What these changes, which are in the rows already, change in the view; the shared empty list
   * where they touch nothing that it shows. Whole batches and merged ones are the same to it.
   */
  apply(changes: readonly Change[]): readonly ViewChange[];
}

/** The shared empty list. */
export const NO_VIEW_CHANGES: readonly ViewChange[] = Object.freeze([]);
