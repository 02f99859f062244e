import { expect, it } from 'vitest';
import type { PagedRow } from '../../protocol/resources/registry.ts';
import { comparePageKeys, type PageKey } from './asked.ts';
import { covers, Page, withoutPart } from './page.ts';

const key = (at: number): PageKey => [at, String(at)];
const compare = (a: PageKey, b: PageKey) => comparePageKeys(a, b, 'asc');
const keyed = (at: number) => ({ key: key(at), row: { id: String(at) } as PagedRow });

/** The rows behind `lower` up to `upper`, each of which is its own number. */
function pageOf(lower: number | null, upper: number | null, rows: readonly number[], place = 10) {
  const [from, to] = [lower, upper].map((bound) => (bound === null ? null : key(bound)));
  return new Page({
    lower: from ?? null,
    upper: to ?? null,
    place,
    position: 1,
    rows: rows.map(keyed),
  });
}

const shown = (page: Page) => ({
  place: page.place,
  rows: page.rowsBetween(0, 1_000).map((row) => Number(row.id)),
});

it('a row that goes from before a page and comes back leaves it where it was, also right before it', () => {
  for (const at of [3, 5]) {
    const page = pageOf(5, 8, [6, 8]);
    page.remove(key(at), compare);
    expect(shown(page)).toEqual({ place: 9, rows: [6, 8] });
    page.add(keyed(at), compare);
    expect(shown(page)).toEqual({ place: 10, rows: [6, 8] });
  }
});

it('a row that comes to a page has its place there, and one behind it changes nothing', () => {
  const page = pageOf(5, 9, [6, 8]);
  for (const at of [7, 9, 10]) page.add(keyed(at), compare);
  expect(shown(page)).toEqual({ place: 10, rows: [6, 7, 8, 9] });
  page.remove(key(8), compare);
  expect(shown(page)).toEqual({ place: 10, rows: [6, 7, 9] });
});

it('a page has what is behind its beginning, up to its end and with it', () => {
  const within = [4, 5, 6, 8, 9].filter((at) => covers(pageOf(5, 8, []), key(at), compare));
  expect(within).toEqual([6, 8]);
  expect(covers(pageOf(null, null, []), key(1), compare)).toBe(true);
});

it.each([
  ['none of it where it takes all', [5, 9], [4, 9], []],
  ['all of it where it ends before it', [5, 9], [2, 5], [[10, [6, 7, 8, 9]]]],
  ['all of it where it begins behind it', [5, 9], [9, 12], [[10, [6, 7, 8, 9]]]],
  ['its end where it takes its beginning', [5, 9], [3, 7], [[12, [8, 9]]]],
  ['its beginning where it takes its end', [5, 9], [7, 12], [[10, [6, 7]]]],
  ['its beginning where it takes the rest to the last row', [5, 9], [7, null], [[10, [6, 7]]]],
  ['none where it takes every row', [5, 9], [null, null], []],
] as const)('a page that takes the place of another leaves %s', (_, held, taken, left) => {
  const page = pageOf(held[0], held[1], [6, 7, 8, 9]);
  const parts = withoutPart(page, pageOf(taken[0], taken[1], []), compare);
  expect(parts.map(shown)).toEqual(left.map(([place, rows]) => ({ place, rows })));
});
