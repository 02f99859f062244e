/** A page of rows, from wherever it is asked for. */
import { sql, type RawBuilder } from 'kysely';
import { pageKey, type PageKey } from '../../../domain/resources/asked.ts';
import { PAGED, type PagedRow } from '../../../protocol/resources/registry.ts';
import { TOTAL_MAX } from '../../../protocol/resources/calls.ts';
import type { Trx } from '../database.ts';
import { inOrder, isAskedSql, isBehind, type AskedOfServer } from './asked.ts';
import { tableOf } from './rows.ts';
import { sampledKey, totalOf, type Total } from './total.ts';

/** Where a page begins, or ends. */
export type Place =
  | { readonly kind: 'first' }
  | { readonly kind: 'after' | 'before'; readonly bound: PageKey }
  | { readonly kind: 'place'; readonly place: number };

export interface Page extends Total {
  readonly rows: readonly PagedRow[];
  /** How many rows come before; null where that was not asked. */
  readonly place: number | null;
  /** The row before the first one; null: there is none. */
  readonly previous: PageKey | null;
  /** The last row; null: none comes behind it. */
  readonly next: PageKey | null;
}

/** Reads a page. What is asked from a place far down begins about there. */
export async function readPaged(
  trx: Trx,
  asked: AskedOfServer,
  from: Place,
  limit: number,
): Promise<Page> {
  const total = await totalOf(trx, asked);
  switch (from.kind) {
    case 'first':
      return { ...total, place: 0, ...(await onwards(trx, asked, null, limit)) };
    case 'after':
      return { ...total, place: null, ...(await onwards(trx, asked, from.bound, limit)) };
    case 'before':
      return { ...total, place: null, ...(await upTo(trx, asked, from.bound, limit)) };
    case 'place':
      return { ...total, ...(await fromPlace(trx, asked, from.place, limit, total)) };
  }
}

type Rows = Pick<Page, 'rows' | 'previous' | 'next'>;

async function onwards(
  trx: Trx,
  asked: AskedOfServer,
  bound: PageKey | null,
  limit: number,
): Promise<Rows> {
  const behind = bound === null ? sql`true` : isBehind(asked, bound);
  const found = await select(trx, asked, sql`${behind} order by ${inOrder(asked)}`, limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, previous: bound, next: last === undefined ? null : pageKey(asked, last) };
}

async function upTo(
  trx: Trx,
  asked: AskedOfServer,
  bound: PageKey | null,
  limit: number,
): Promise<Rows> {
  const before = bound === null ? sql`true` : isBehind(asked, bound, true);
  const order = sql`${before} order by ${inOrder(asked, true)}`;
  const found = await select(trx, asked, order, limit + 1);
  const first = found[limit];
  const rows = found.slice(0, limit).toReversed();
  return { rows, previous: first === undefined ? null : pageKey(asked, first), next: bound };
}

async function fromPlace(
  trx: Trx,
  asked: AskedOfServer,
  place: number,
  limit: number,
  { total, about }: Total,
): Promise<Rows & Pick<Page, 'place'>> {
  if (place === 0) return { place, ...(await onwards(trx, asked, null, limit)) };
  if (place >= total - limit) {
    const page = await upTo(trx, asked, null, limit);
    return { ...page, place: page.previous === null ? 0 : Math.max(0, total - page.rows.length) };
  }
  const key = about
    ? await sampledKey(trx, asked, place / total)
    : await keyAt(trx, asked, place - 1);
  if (key === null) return fromPlace(trx, asked, 0, limit, { total, about });
  return { place, ...(await onwards(trx, asked, key, limit)) };
}

/** The key of the row at a place that is not far down. */
async function keyAt(trx: Trx, asked: AskedOfServer, place: number): Promise<PageKey | null> {
  const order = sql`true order by ${inOrder(asked)} offset ${Math.min(place, TOTAL_MAX)}`;
  const [row] = await select(trx, asked, order, 1);
  return row === undefined ? null : pageKey(asked, row);
}

async function select(
  trx: Trx,
  asked: AskedOfServer,
  rest: RawBuilder<unknown>,
  limit: number,
): Promise<readonly PagedRow[]> {
  const { row } = PAGED[asked.resource];
  const { rows } = await sql<{ data: unknown }>`
    select data from ${tableOf(asked.resource)}
    where ${isAskedSql(asked)} and ${rest} limit ${limit}
  `.execute(trx);
  return rows.map(({ data }) => row.parse(data));
}
