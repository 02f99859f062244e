/** What is asked of a resource of pages, and whether a row is among it and where. */
import { PAGED, type PagedName, type PagedRow } from '../../protocol/resources/registry.ts';
import type { Filter } from '../../protocol/resources/paged.ts';
import type { Direction } from '../queries.ts';
import { isFoundIn, keptText } from './kept-text.ts';
import { fieldOf, keyOf, keysOf } from './keys.ts';

/** Which rows, and in which order. */
export interface Asked<R extends PagedName = PagedName> {
  readonly resource: R;
  readonly order: string;
  readonly direction: Direction;
  /** Contained in what is searched. */
  readonly text: string;
  /** What the filters ask, by their names; absent ones narrow nothing. */
  readonly where: Readonly<Record<string, string | number>>;
}

/** Where a row stands: the value of the order to be compared, and the id that settles what is equal. */
export type PageKey = readonly [key: string | number, id: string];

export function pageKey({ resource, order }: Asked, row: PagedRow): PageKey {
  const value = fieldOf(row, order);
  return [value === null && isNullLast(resource, order) ? LAST_KEY : keyOf(value), row.id];
}

/** The key of what has none: behind all numbers. */
export const LAST_KEY = Number.MAX_SAFE_INTEGER;

/** Whether what has nothing in a field is behind all that has something there. */
export function isNullLast(resource: PagedName, field: string): boolean {
  const { nullsLast = [] }: { readonly nullsLast?: readonly string[] } = PAGED[resource];
  return nullsLast.includes(field);
}

/** Whether the first stands before the second (below 0), behind it, or is the same (0). */
export function comparePageKeys(a: PageKey, b: PageKey, direction: Direction): number {
  const order = compareValues(a[0], b[0]) || compareTexts(a[1], b[1]);
  return direction === 'asc' ? order : -order;
}

function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareTexts(String(a), String(b));
}

/** By code points, as the database does: code units would put what lies past U+FFFF before U+E000. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  let at = 0;
  while (a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  const [one, other] = [a.codePointAt(pairStart(a, at)), b.codePointAt(pairStart(b, at))];
  return (one ?? -1) - (other ?? -1);
}

/** Where the character begins that this code unit is of. */
function pairStart(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

/** Whether a row is one of those that are asked for: the twin of what the host asks its database. */
export function isAsked(asked: Asked, row: PagedRow): boolean {
  const filters: Readonly<Record<string, Filter>> = PAGED[asked.resource].filters;
  const passes = Object.entries(asked.where).every(([name, value]) => {
    const filter = filters[name];
    return filter === undefined || passesFilter(filter, row, value);
  });
  if (!passes) return false;
  return isFoundIn(keptText(asked.resource, row), asked.resource, asked.text);
}

function passesFilter({ kind, field }: Filter, row: PagedRow, value: string | number): boolean {
  const held = fieldOf(row, field);
  switch (kind) {
    case 'is':
      return keyOf(held) === keyOf(value);
    case 'has':
      return keysOf(held).includes(String(keyOf(value)));
    case 'least':
      return typeof held === 'number' && held >= Number(value);
    case 'most':
      return typeof held === 'number' && held <= Number(value);
  }
}
