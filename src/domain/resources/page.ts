import type { PagedRow } from '../../protocol/resources/registry.ts';
import type { PageKey } from './asked.ts';

export type Compare = (a: PageKey, b: PageKey) => number;

interface Keyed {
  readonly key: PageKey;
  readonly row: PagedRow;
}

interface Given {
  readonly lower: PageKey | null;
  readonly upper: PageKey | null;
  readonly place: number;
  readonly position: number;
  readonly rows: Keyed[];
}

/** A stretch of sorted rows: all of those behind `lower` up to `upper`, and that one; null has no end there. */
export class Page {
  readonly lower: PageKey | null;
  readonly upper: PageKey | null;
  /** How many rows come before it. */
  place: number;
  /** Whether its place is as sure as its rows; else it was taken from a page beside it, of another position. */
  isPlaced = false;
  /** The position of the stream that it is true at. */
  position: number;
  /** When somebody looked at it last, counted in looks. */
  looked = 0;
  readonly #rows: Keyed[];

  constructor({ lower, upper, place, position, rows }: Given) {
    this.lower = lower;
    this.upper = upper;
    this.place = place;
    this.position = position;
    this.#rows = rows;
  }

  get size(): number {
    return this.#rows.length;
  }

  /** The place of the first row behind it. */
  get end(): number {
    return this.place + this.#rows.length;
  }

  /** Its rows at these places. */
  rowsBetween(from: number, to: number): readonly PagedRow[] {
    return this.#rows.slice(Math.max(0, from - this.place), to - this.place).map(({ row }) => row);
  }

  /** A row of this key is gone: from this page, or from before it. */
  remove(key: PageKey, compare: Compare): void {
    if (this.lower !== null && compare(key, this.lower) <= 0) this.place -= 1;
    const at = this.#rows.findIndex((held) => held.key[1] === key[1]);
    if (at >= 0) this.#rows.splice(at, 1);
  }

  /** A row came: to this page, or before it. */
  add(keyed: Keyed, compare: Compare): void {
    if (this.lower !== null && compare(keyed.key, this.lower) <= 0) this.place += 1;
    if (!covers(this, keyed.key, compare)) return;
    const at = this.#rows.findIndex((held) => compare(keyed.key, held.key) < 0);
    this.#rows.splice(at < 0 ? this.#rows.length : at, 0, keyed);
  }

  /** Itself, or two halves where it has more rows than `most`. */
  split(most: number): readonly Page[] {
    if (this.#rows.length <= most) return [this];
    const middle = this.#rows.length >>> 1;
    const bound = this.#rows[middle - 1]?.key ?? null;
    return [
      this.#part({ upper: bound, rows: this.#rows.slice(0, middle) }),
      this.#part({ lower: bound, rows: this.#rows.slice(middle), place: this.place + middle }),
    ];
  }

  /** What of it is behind a key, or up to one. */
  behind(lower: PageKey, compare: Compare): Page {
    const rows = this.#rows.filter(({ key }) => compare(key, lower) > 0);
    return this.#part({ lower, rows, place: this.end - rows.length });
  }

  upTo(upper: PageKey, compare: Compare): Page {
    return this.#part({ upper, rows: this.#rows.filter(({ key }) => compare(key, upper) <= 0) });
  }

  #part(part: Partial<Given>): Page {
    const { lower, upper, place, position } = this;
    const page = new Page({ lower, upper, place, position, rows: this.#rows, ...part });
    page.looked = this.looked;
    page.isPlaced = this.isPlaced;
    return page;
  }
}

/** Whether a row of this key stands in a page. */
export function covers(
  { lower, upper }: Pick<Page, 'lower' | 'upper'>,
  key: PageKey,
  compare: Compare,
): boolean {
  return (
    (lower === null || compare(key, lower) > 0) && (upper === null || compare(key, upper) <= 0)
  );
}

export function isSame(a: PageKey | null, b: PageKey | null): boolean {
  return a === null || b === null ? a === b : a[0] === b[0] && a[1] === b[1];
}

/** What is left of a page where another one has taken its place. */
export function withoutPart(held: Page, taken: Page, compare: Compare): readonly Page[] {
  const isBefore =
    held.upper !== null && taken.lower !== null && compare(held.upper, taken.lower) <= 0;
  const isBehind =
    held.lower !== null && taken.upper !== null && compare(taken.upper, held.lower) <= 0;
  if (isBefore || isBehind) return [held];
  if (taken.upper !== null && (held.upper === null || compare(held.upper, taken.upper) > 0)) {
    return [held.behind(taken.upper, compare)];
  }
  if (taken.lower !== null && (held.lower === null || compare(held.lower, taken.lower) < 0)) {
    return [held.upTo(taken.lower, compare)];
  }
  return [];
}
