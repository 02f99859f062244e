/** A page of rows, from wherever it is asked for. */
import { sql, type RawBuilder } from 'kysely';
import { pageKey, type PageKey } from '../../../domain/resources/asked.ts';
import type { PagedRow } from '../../../protocol/resources/registry.ts';
import { PAGED_ROW } from '../../../protocol/resources/schemas.ts';
import { TOTAL_MAX } from '../../../protocol/resources/calls.ts';
import type { Trx } from '../database.ts';
import { inOrder, isAskedSql, isBehind, type AskedOfOwner } from './asked.ts';
import { readFew } from './few.ts';
import { tableOf } from './rows.ts';
import { sampledKey, totalOf, type Total } from './total.ts';
import type { Place, Page } from './place.ts';

/** Reads a page. What is asked from a place far down begins about there. */
export async function readPaged(
  trx: Trx,
  asked: AskedOfOwner,
  from: Place,
  limit: number,
): Promise<Page> {
  const { isFew, ...told } = await totalOf(trx, asked);
  const few = isFew ? await readFew(trx, asked, from, limit) : null;
  if (few !== null) return few;
  const found = { trx, asked };
  switch (from.kind) {
    case 'first':
      return { ...told, place: 0, ...(await onwards(found, null, limit)) };
    case 'after':
      return { ...told, place: null, ...(await onwards(found, from.bound, limit)) };
    case 'before':
      return { ...told, place: null, ...(await upTo(found, from.bound, limit)) };
    case 'place':
      return { ...told, ...(await fromPlace(found, from.place, limit, told)) };
  }
}

/** The rows that are asked for: the order's index is gone through for them. */
interface Found {
  readonly trx: Trx;
  readonly asked: AskedOfOwner;
}

type Rows = Pick<Page, 'rows' | 'previous' | 'next'>;

async function onwards(of: Found, bound: PageKey | null, limit: number): Promise<Rows> {
  const { asked } = of;
  const behind = bound === null ? sql`true` : isBehind(asked, bound);
  const found = await select(of, behind, { limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, previous: bound, next: last === undefined ? null : pageKey(asked, last) };
}

async function upTo(of: Found, bound: PageKey | null, limit: number): Promise<Rows> {
  const { asked } = of;
  const before = bound === null ? sql`true` : isBehind(asked, bound, true);
  const found = await select(of, before, { limit: limit + 1, back: true });
  const first = found[limit];
  const rows = found.slice(0, limit).toReversed();
  return { rows, previous: first === undefined ? null : pageKey(asked, first), next: bound };
}

async function fromPlace(
  of: Found,
  place: number,
  limit: number,
  { total, about }: Total,
): Promise<Rows & Pick<Page, 'place'>> {
  if (place === 0) return { place, ...(await onwards(of, null, limit)) };
  if (place >= total - limit) {
    const page = await upTo(of, null, limit);
    return { ...page, place: page.previous === null ? 0 : Math.max(0, total - page.rows.length) };
  }
  const key = about
    ? await sampledKey(of.trx, of.asked, place / total)
    : await keyAt(of, place - 1);
  if (key === null) return fromPlace(of, 0, limit, { total, about });
  return { place, ...(await onwards(of, key, limit)) };
}

/** The key of the row at a place that is not far down. */
async function keyAt(of: Found, place: number): Promise<PageKey | null> {
  const offset = Math.min(place, TOTAL_MAX);
  const [row] = await select(of, sql`true`, { limit: 1, offset });
  return row === undefined ? null : pageKey(of.asked, row);
}

async function select(
  { trx, asked }: Found,
  where: RawBuilder<unknown>,
  {
    limit,
    offset = 0,
    back = false,
  }: { readonly limit: number; readonly offset?: number; readonly back?: boolean },
): Promise<readonly PagedRow[]> {
  const { rows } = await sql<{ data: unknown }>`
    select data from ${tableOf(asked.resource)} where ${isAskedSql(asked, 'scan')} and ${where}
    order by ${inOrder(asked, back)} offset ${offset} limit ${limit}
  `.execute(trx);
  const schema = PAGED_ROW[asked.resource];
  return rows.map(({ data }) => schema.parse(data));
}
