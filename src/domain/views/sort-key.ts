import type { Direction } from '../queries.ts';

/** What a list is sorted by; null is unknown. All keys of one list are of one kind. */
export type SortKey = string | number | null;

export interface Sortable {
  readonly id: string;
  readonly key: SortKey;
}

/**
 * The order of two entries: by key, in code units or as numbers; unknown ones last in both
 * directions; equal ones by id. The same on every machine and in every language.
 */
export function compareEntries(a: Sortable, b: Sortable, direction: Direction): number {
  if (a.key !== b.key) {
    if (a.key === null) return 1;
    if (b.key === null) return -1;
    return a.key < b.key === (direction === 'asc') ? -1 : 1;
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
