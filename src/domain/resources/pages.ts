/**
 * The pages of one question that a client holds: each is a stretch of the sorted rows between two keys, true at a
 * position of the stream. What the stream tells later is put into those that are older than it.
 */
import type { PagedResource } from '../../protocol/resources/paged.ts';
import { PAGED, type PagedRow } from '../../protocol/resources/registry.ts';
import { comparePageKeys, isAsked, pageKey, type Asked, type PageKey } from './asked.ts';
import { isSame, Page, withoutPart } from './page.ts';

/** Rows of a page, as they are asked for. */
export const PAGE_ROWS = 100;
/** Pages that are held at most; those that nobody looked at for longest go first. */
export const HELD_PAGES = 50;
/** What was told lately is kept for answers that are older; more, and they are asked for again. */
const RECENT = 500;
/** Whoever looks so near to a page goes on from it; farther away it is a jump. */
const NEAR = 2 * PAGE_ROWS;

/** A part of the rows, by their places. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A page to ask for. `place`: where it begins, or ends where it is the one before `bound`. */
export type WantedPage =
  | { readonly kind: 'first' }
  | { readonly kind: 'after' | 'before'; readonly bound: PageKey; readonly place: number }
  | { readonly kind: 'place'; readonly place: number };

/** What the host answered. */
export interface AnsweredPage {
  readonly position: number;
  readonly rows: readonly PagedRow[];
  readonly place: number | null;
  readonly total: number;
  readonly about: boolean;
  readonly previous: PageKey | null;
  readonly next: PageKey | null;
}

/** What the stream told: how a row was, and how it is; null where it is not there. */
export interface ToldRow {
  readonly position: number;
  readonly before: PagedRow | null;
  readonly after: PagedRow | null;
}

interface Total {
  readonly total: number;
  readonly about: boolean;
  readonly position: number;
}

export class Pages {
  readonly #asked: Asked;
  /** In the order of their keys; no two cover the same. */
  #pages: readonly Page[] = [];
  /** What was held before something was missed: it is shown until the host has answered again. */
  #old: readonly Page[] = [];
  #total: Total | null = null;
  /** How far the stream has been heard; null while it is not followed. */
  #position: number | null = null;
  #recent: ToldRow[] = [];
  #looks = 0;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  get size(): number {
    return this.#pages.length;
  }

  /** Whether something was missed, and not all that is looked at has been answered since. */
  get stale(): boolean {
    return this.#old.length > 0;
  }

  /** How many rows there are; null before the first answer. */
  get total(): Pick<Total, 'total' | 'about'> | null {
    return this.#total;
  }

  /** Nothing is known any more. */
  clear(): void {
    this.#pages = [];
    this.#old = [];
    this.#total = null;
    this.#position = null;
    this.#recent = [];
  }

  /** The stream stands here: what is older missed something, and then no place is sure any more. */
  reached(position: number): void {
    if (position === this.#position) return;
    const isOther = this.#position !== null && position < this.#position;
    // What was shown before stays until there is more than nothing to show.
    if (isOther || this.#pages.some((page) => page.position < position)) {
      if (this.#pages.length > 0) this.#old = this.#pages;
      this.#pages = [];
    }
    this.#position = position;
    this.#recent = [];
  }

  /** The next that the stream told. */
  told(told: ToldRow): void {
    const { position } = told;
    if (this.#position !== null && position <= this.#position) return;
    if (position - 1 !== this.#position) this.reached(position - 1);
    if (isUntold(this.#asked, told)) return this.reached(position);
    this.#position = position;
    this.#recent.push(told);
    if (this.#recent.length > RECENT) this.#recent.shift();
    for (const page of this.#pages) this.#put(page, told);
    this.#count(told);
    this.#pages = this.#pages.flatMap((page) => page.split(2 * PAGE_ROWS));
    this.#anchor();
  }

  /** The host answered. False: it is too old, or what it was to stand beside is gone, and has to be asked again. */
  answered(wanted: WantedPage, answer: AnsweredPage): boolean {
    const missed = this.#missedSince(answer.position);
    if (missed === null || !this.#isPlaced(wanted)) return false;
    const page = this.#pageOf(wanted, answer);
    const rest = this.#pages.flatMap((held) => withoutPart(held, page, this.#compare));
    this.#pages = [...rest, page].toSorted((a, b) => this.#inOrder(a, b));
    const { position, total, about } = answer;
    if (this.#total === null || this.#total.position <= position) {
      this.#total = { total, about, position };
    }
    for (const told of missed) {
      this.#put(page, told);
      this.#count(told);
    }
    this.#anchor();
    return true;
  }

  /** The rows of a stretch as far as they are here, and the place of the first of them. */
  shown(stretch: Stretch): { readonly from: number; readonly rows: readonly PagedRow[] } {
    const { from, to } = stretch;
    const pages = this.stale && this.wanted(stretch) !== null ? this.#old : this.#pages;
    const first = pages.findIndex(({ place, end }) => end > from && place < to);
    const seen: Page[] = [];
    for (const page of first < 0 ? [] : pages.slice(first)) {
      const before = seen.at(-1);
      if (page.place >= to || (before !== undefined && !follows(before, page))) break;
      page.looked = ++this.#looks;
      seen.push(page);
    }
    return { from: Math.max(from, seen[0]?.place ?? from), rows: rowsOnce(seen, from, to) };
  }

  /** The page that is missing most for a stretch; null: nothing is. */
  wanted({ from, to }: Stretch): WantedPage | null {
    for (let place = from; place < to;) {
      const page = this.#pages.find((held) => held.place <= place && place < held.end);
      if (page === undefined) return this.#missing(place);
      if (page.upper === null) return null;
      place = page.end;
      const next = this.#pages.find((held) => isSame(held.lower, page.upper));
      if (next === undefined) return place < to ? behind(page.upper, place) : null;
      // One that lost its rows has no place to be found at.
      if (next.end === place && next.upper === null) return null;
    }
    return null;
  }

  /** Lets go of pages that nobody looked at for long, and of old ones when there are new ones. */
  letGo(seen: readonly Stretch[]): void {
    if (seen.every((stretch) => this.wanted(stretch) === null)) this.#old = [];
    const isSeen = ({ place, end }: Page) =>
      seen.some(({ from, to }) => end >= from && place <= to);
    const idle = this.#pages.filter((page) => !isSeen(page));
    const surplus = idle
      .toSorted((a, b) => a.looked - b.looked)
      .slice(0, Math.max(0, this.#pages.length - HELD_PAGES));
    if (surplus.length > 0) this.#pages = this.#pages.filter((page) => !surplus.includes(page));
  }

  /** No page has this place: the nearest one is gone on from, or it is jumped to. */
  #missing(place: number): WantedPage | null {
    const before = this.#pages.findLast(({ end }) => end <= place);
    if (before?.upper === null) return null;
    if (before !== undefined && place - before.end <= NEAR) return behind(before.upper, before.end);
    const next = this.#pages.find((page) => page.place > place);
    if (next?.lower !== undefined && next.lower !== null && next.place - place <= NEAR) {
      return { kind: 'before', bound: next.lower, place: next.place };
    }
    if (place < PAGE_ROWS) return { kind: 'first' };
    // Where places are not sure, what was looked at is found again by its key.
    const old = this.#old.find((held) => held.place <= place && place < held.end);
    if (this.#total?.about === true && old !== undefined) return behind(old.lower, old.place);
    return { kind: 'place', place };
  }

  /** Whether it is known where a page begins: one beside another has its place from that. Far down it is about there. */
  #isPlaced(wanted: WantedPage): boolean {
    if (wanted.kind === 'first' || wanted.kind === 'place' || this.#total?.about === true) {
      return true;
    }
    const end = wanted.kind === 'after' ? 'upper' : 'lower';
    return this.#pages.some((page) => isSame(page[end], wanted.bound));
  }

  #pageOf(wanted: WantedPage, answer: AnsweredPage): Page {
    const { position, previous, next } = answer;
    const rows = answer.rows.map((row) => ({ key: pageKey(this.#asked, row), row }));
    const count = rows.length;
    switch (wanted.kind) {
      case 'first':
        return new Page({ lower: null, upper: next, place: 0, position, rows });
      case 'after':
        return new Page({ lower: wanted.bound, upper: next, place: wanted.place, position, rows });
      case 'before': {
        const place = Math.max(0, wanted.place - count);
        return new Page({ lower: previous, upper: wanted.bound, place, position, rows });
      }
      case 'place': {
        const page = new Page({
          lower: previous,
          upper: next,
          place: answer.place ?? 0,
          position,
          rows,
        });
        page.isPlaced = true;
        return page;
      }
    }
  }

  /** What was told since a position; null: not all of it is known. */
  #missedSince(position: number): readonly ToldRow[] | null {
    if (this.#position === null || position >= this.#position) return [];
    const missed = this.#recent.filter((told) => told.position > position);
    return missed[0]?.position === position + 1 ? missed : null;
  }

  /** Puts what was told into a page that is older. */
  #put(page: Page, { position, before, after }: ToldRow): void {
    if (page.position >= position) return;
    page.position = position;
    const compare = this.#compare;
    if (before !== null && isAsked(this.#asked, before)) {
      page.remove(pageKey(this.#asked, before), compare);
    }
    if (after !== null && isAsked(this.#asked, after)) {
      page.add({ key: pageKey(this.#asked, after), row: after }, compare);
    }
  }

  #count({ position, before, after }: ToldRow): void {
    const held = this.#total;
    if (held === null || held.position >= position) return;
    const was = before !== null && isAsked(this.#asked, before) ? 1 : 0;
    const is = after !== null && isAsked(this.#asked, after) ? 1 : 0;
    this.#total = { ...held, position, total: Math.max(0, held.total + is - was) };
  }

  /**
   * Puts pages that follow each other side by side: from the start of all rows, or from one whose place is sure.
   * Where all of them are true at one position, so are their places.
   */
  #anchor(): void {
    let end = 0;
    const chains = chainsOf(this.#pages);
    for (const chain of chains) {
      const [head] = chain;
      const known = chain.find(({ lower, isPlaced }) => lower === null || isPlaced) ?? head;
      const before = chain.slice(0, chain.indexOf(known)).reduce((sum, { size }) => sum + size, 0);
      const least = head.lower === null ? 0 : Math.max(end, 1);
      end = head.lower === null ? 0 : Math.max(known.place - before, least);
      const isPlaced = chain.every(({ position }) => position === head.position);
      for (const page of chain) {
        page.place = end;
        page.isPlaced ||= isPlaced;
        end = page.end;
      }
    }
    const last = this.#pages.at(-1);
    if (this.#total?.about !== true || last === undefined) return;
    const { total, position } = this.#total;
    const isWhole =
      chains.length === 1 &&
      this.#pages[0]?.lower === null &&
      last.upper === null &&
      this.#pages.every((page) => page.position === position);
    if (isWhole) this.#total = { total: end, about: false, position };
    else if (last.upper === null || end > total) {
      this.#total = { total: end, about: true, position };
    }
  }

  readonly #compare = (a: PageKey, b: PageKey): number =>
    comparePageKeys(a, b, this.#asked.direction);

  #inOrder(a: Page, b: Page): number {
    if (a.lower === null) return -1;
    return b.lower === null ? 1 : this.#compare(a.lower, b.lower);
  }
}

/**
 * Whether nobody says how the row was, and the question may have found or sorted it by that: a row that was emptied
 * for somebody who is erased is told as if it had always been so.
 */
function isUntold(asked: Asked, { before, after }: ToldRow): boolean {
  if (before === null || after === null) return false;
  const { fields, filters, searched }: PagedResource = PAGED[asked.resource];
  const compared = [
    asked.order,
    ...Object.keys(asked.where).flatMap((name) => filters[name]?.field ?? []),
    ...(asked.text === '' ? [] : searched),
  ];
  if (compared.every((name) => fields[name]?.mark !== 'personal')) return false;
  return JSON.stringify(before) === JSON.stringify(after);
}

function behind(bound: PageKey | null, place: number): WantedPage {
  return bound === null ? { kind: 'first' } : { kind: 'after', bound, place };
}

/** Pages that follow each other, together. */
function chainsOf(pages: readonly Page[]): readonly [Page, ...Page[]][] {
  const chains: [Page, ...Page[]][] = [];
  for (const page of pages) {
    const chain = chains.at(-1);
    const before = chain?.at(-1);
    if (before !== undefined && follows(before, page)) chain?.push(page);
    else chains.push([page]);
  }
  return chains;
}

/**
 * The rows of pages between two places. A row that moved from an older page to a newer one stands in both until the
 * older one has been told of it: the newer is right.
 */
function rowsOnce(pages: readonly Page[], from: number, to: number): readonly PagedRow[] {
  const isOneMoment = pages.every(({ position }) => position === pages[0]?.position);
  if (isOneMoment) return pages.flatMap((page) => page.rowsBetween(from, to));
  const newest = new Map<string, Page>();
  for (const page of pages.toSorted((a, b) => a.position - b.position)) {
    for (const { id } of page.rowsBetween(from, to)) newest.set(id, page);
  }
  return pages.flatMap((page) =>
    page.rowsBetween(from, to).filter(({ id }) => newest.get(id) === page),
  );
}

/** Whether one page begins where the other ends. */
function follows(before: Page, page: Page): boolean {
  return page.lower !== null && isSame(before.upper, page.lower);
}
