import type { Change } from '../change.ts';
import type { Range, ViewChange, ViewRow } from '../queries.ts';

/** What a view shows from the start: the rows of its window in order, and how many there are in all. */
export interface ViewSnapshot {
  readonly rows: readonly ViewRow[];
  readonly order: readonly string[];
  readonly total: number;
  /** The place of the first row in the whole list, where it is not the one that the query says. */
  readonly from?: number;
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

/** All rows of a filter and a sort, for as many windows as are opened on it. */
export interface ViewIndex {
  /** Whether all rows are in it: no window is opened before. */
  readonly complete: boolean;
  /** Takes in some more of the rows that were there when it was begun. */
  grow(): void;
  /** Takes in changes that are in the rows already; each window tells of them when it is asked. */
  apply(changes: readonly Change[]): void;
  open(range: Range): ViewWindow;
}

/** A part of an index. */
export interface ViewWindow {
  snapshot(): ViewSnapshot;
  /** What the index took in since the last time, as it changes this window. */
  take(): readonly ViewChange[];
  /** Nobody looks through it any more. */
  close(): void;
}

/** The shared empty list. */
export const NO_VIEW_CHANGES: readonly ViewChange[] = Object.freeze([]);

/** Nothing, for good. */
export const EMPTY_VIEW: View = {
  snapshot: () => ({ rows: [], order: [], total: 0 }),
  apply: () => NO_VIEW_CHANGES,
};
