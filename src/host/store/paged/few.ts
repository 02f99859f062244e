/** A page of few rows that hold a text: the index finds all of them once, to be counted and sorted. */
import { sql, type RawBuilder } from 'kysely';
import { pageKey } from '../../../domain/resources/asked.ts';
import { soughtIn } from '../../../domain/resources/kept-text.ts';
import { soughtGrams } from '../../../domain/resources/keys.ts';
import { TOTAL_MAX } from '../../../protocol/resources/calls.ts';
import type { PagedRow } from '../../../protocol/resources/registry.ts';
import { PAGED_ROW } from '../../../protocol/resources/schemas.ts';
import type { Trx } from '../database.ts';
import { sharesOf } from '../gram-shares.ts';
import { inOrder, isAskedSql, isBehind, type AskedOfOwner } from './asked.ts';
import type { Page, Place } from './place.ts';
import { columnOf, orderOf, tableName, tableOf } from './rows.ts';

/** Reads a page of them; null where there are more than are counted. */
export async function readFew(
  trx: Trx,
  asked: AskedOfOwner,
  from: Place,
  limit: number,
): Promise<Page | null> {
  const { total, rows } = await read(trx, asked, partOf(asked, from, limit));
  if (total > TOTAL_MAX) return null;
  const told = { total, about: false };
  const keyOf = (row: PagedRow | undefined) => (row === undefined ? null : pageKey(asked, row));
  if (from.kind === 'before') {
    const before = keyOf(rows[limit]);
    const page = rows.slice(0, limit).toReversed();
    return { ...told, rows: page, place: null, previous: before, next: from.bound };
  }
  const place = from.kind === 'place' ? Math.max(0, Math.min(from.place, total - limit)) : 0;
  const before = place > 0 ? rows[0] : undefined;
  const rest = before === undefined ? rows : rows.slice(1);
  const page = rest.slice(0, limit);
  return {
    ...told,
    rows: page,
    place: from.kind === 'after' ? null : place,
    previous: from.kind === 'after' ? from.bound : keyOf(before),
    next: rest.length > limit ? keyOf(page.at(-1)) : null,
  };
}

/** Of the rows that are found: which, and in which order. `counted` has how many there are. */
function partOf(asked: AskedOfOwner, from: Place, limit: number): RawBuilder<unknown> {
  const key = columnOf(asked.order);
  const order = inOrder(asked, from.kind === 'before', key);
  switch (from.kind) {
    case 'first':
      return sql`order by ${order} limit ${limit + 1}`;
    case 'after':
    case 'before': {
      const behind = isBehind(asked, from.bound, from.kind === 'before', key);
      return sql`where ${behind} order by ${order} limit ${limit + 1}`;
    }
    case 'place':
      // With the row before it, and the one behind it.
      return sql`
        order by ${order} limit ${limit + 2}
        offset (select greatest(0, least(${from.place}::int, total - ${limit}::int) - 1) from counted)
      `;
  }
}

async function read(
  trx: Trx,
  asked: AskedOfOwner,
  part: RawBuilder<unknown>,
): Promise<{ readonly total: number; readonly rows: readonly PagedRow[] }> {
  const grams = await rareGrams(trx, asked);
  const table = tableOf(asked.resource);
  const key = sql`${orderOf(asked.resource, asked.order)} as ${columnOf(asked.order)}`;
  const { rows } = await sql<{ total: number; data: unknown }>`
    with found as materialized (
      select id, ${key} from ${table} where ${isAskedSql(asked, grams)} limit ${TOTAL_MAX + 1}
    ), counted as materialized (
      select count(*)::int as total from found
    ), part as materialized (
      select row_number() over () as number, id from (select id from found ${part}) as sorted
    )
    select total, (select data from ${table} kept where kept.id = part.id) as data
    from counted left join part on true order by number
  `.execute(trx);
  const schema = PAGED_ROW[asked.resource];
  const total = rows[0]?.total ?? 0;
  return { total, rows: rows.flatMap(({ data }) => (data === null ? [] : [schema.parse(data)])) };
}

/** The index takes longer for each gram that it is asked for, and most of all for those of many rows. */
const GRAMS = 4;

/** The grams of what is looked for that the fewest rows have, as the database's statistics tell. */
async function rareGrams(
  trx: Trx,
  { resource, text }: AskedOfOwner,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const sought = soughtIn(resource, text);
  const shares = await sharesOf(trx, tableName(resource), sought);
  const shareOf = (gram: string) => shares.get(gram) ?? 0;
  const rarest = (one: string) =>
    soughtGrams(one)
      .toSorted((a, b) => shareOf(a) - shareOf(b))
      .slice(0, GRAMS);
  return new Map(sought.map((one) => [one, rarest(one)]));
}
