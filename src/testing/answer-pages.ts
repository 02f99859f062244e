import {
  comparePageKeys,
  isAsked,
  pageKey,
  type Asked,
  type PageKey,
} from '../domain/resources/asked.ts';
import { PAGE_ROWS, type AnsweredPage, type WantedPage } from '../domain/resources/pages.ts';
import type { PagedRow } from '../protocol/resources/registry.ts';

/** The rows that are asked for, in their order: what every page is a part of. */
export function askedRows(rows: Iterable<PagedRow>, asked: Asked): readonly PagedRow[] {
  return [...rows]
    .filter((row) => isAsked(asked, row))
    .toSorted((a, b) => {
      return comparePageKeys(pageKey(asked, a), pageKey(asked, b), asked.direction);
    });
}

/** A page as a host would answer it that has all rows in an array; `far`: it counts no rows, and finds places about. */
export function answerPage(
  rows: Iterable<PagedRow>,
  asked: Asked,
  wanted: WantedPage,
  position: number,
  far = false,
): AnsweredPage {
  const all = askedRows(rows, asked);
  const keys = all.map((row) => pageKey(asked, row));
  const about = far && all.length > 0;
  const total = about ? all.length + 7 : all.length;
  const part = (from: number, to: number) => {
    const previous = keys[from - 1] ?? null;
    const next = to < all.length ? (keys[to - 1] ?? null) : null;
    return { position, total, about, rows: all.slice(from, to), previous, next, place: from };
  };
  const behind = (bound: PageKey) => {
    const at = keys.findIndex((key) => comparePageKeys(key, bound, asked.direction) > 0);
    return at < 0 ? keys.length : at;
  };
  switch (wanted.kind) {
    case 'first':
      return part(0, PAGE_ROWS);
    case 'after': {
      const from = behind(wanted.bound);
      return { ...part(from, from + PAGE_ROWS), previous: wanted.bound };
    }
    case 'before': {
      const to = behind(wanted.bound);
      return { ...part(Math.max(0, to - PAGE_ROWS), to), next: wanted.bound };
    }
    case 'place': {
      const last = Math.max(0, all.length - PAGE_ROWS);
      if (wanted.place >= total - PAGE_ROWS) {
        return { ...part(last, all.length), place: last === 0 ? 0 : total - PAGE_ROWS };
      }
      const from = about ? Math.floor((wanted.place / total) * all.length) : wanted.place;
      return { ...part(from, from + PAGE_ROWS), place: from === 0 ? 0 : wanted.place };
    }
  }
}
