/**
 * Rows of pages, as the database keeps them: a table for each resource, with what they are sorted, filtered and
 * searched by beside them, as the domain computes it.
 */
import { sql, type RawBuilder } from 'kysely';
import { isNullLast, LAST_KEY } from '../../../domain/resources/asked.ts';
import { keptText } from '../../../domain/resources/kept-text.ts';
import { fieldOf, gramsOf, keyOf, keysOf } from '../../../domain/resources/keys.ts';
import { PAGED, type PagedName, type PagedRow } from '../../../protocol/resources/registry.ts';
import type { Trx } from '../database.ts';

/** So many rows are written in one statement: a statement has at most 65,535 values. */
const AT_ONCE = 1_000;

/** The name of a resource's table. */
export function tableName(resource: PagedName): string {
  return `paged_${resource.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

export function tableOf(resource: PagedName): RawBuilder<unknown> {
  return sql.table(tableName(resource));
}

/** The column that has whose rows they are. */
export function ownerOf(resource: PagedName): RawBuilder<unknown> {
  return sql.ref(PAGED[resource].scope === 'server' ? 'server_id' : 'owner_id');
}

/** Rows of the host stand under this owner. */
export const OF_HOST = '0'.repeat(24);

/** The column that has what a field is compared by. */
export function columnOf(field: string): RawBuilder<unknown> {
  return sql.ref(`key_${field}`);
}

/** What rows are sorted by: a column, or what an index has of the row itself. */
export function orderOf(resource: PagedName, field: string): RawBuilder<unknown> {
  if (!isNullLast(resource, field)) return columnOf(field);
  return sql`coalesce((data->>${sql.lit(field)})::bigint, ${sql.lit(LAST_KEY)})`;
}

/** The fields that have a column of their own, and those of which each of several is compared. */
function keyFields(resource: PagedName): ReadonlyMap<string, 'one' | 'several'> {
  const { orders, filters } = PAGED[resource];
  return new Map([
    ...orders
      .filter((field) => !isNullLast(resource, field))
      .map((field) => [field, 'one'] as const),
    ...Object.values(filters).map(({ kind, field }) => {
      return [field, kind === 'has' ? 'several' : 'one'] as const;
    }),
  ]);
}

/** Writes new rows; `owner_id`: whose they are, where they do not say of which server. */
export async function addPagedRows<R extends PagedName>(
  trx: Trx,
  resource: R,
  rows: readonly PagedRow<R>[],
  owner_id: string | null = null,
): Promise<void> {
  const columns = [ownerOf(resource), ...columnsOf(resource)];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const values = rows.slice(from, from + AT_ONCE).map((row) => {
      const owner = sql`${row.server_id ?? owner_id}`;
      return sql`(${sql.join([owner, ...valuesOf(resource, row as PagedRow)])})`;
    });
    await sql`
      insert into ${tableOf(resource)} (${sql.join(columns)}) values ${sql.join(values)}
    `.execute(trx);
  }
}

/** Writes a row that is there as it is from now on, with what it is found by. */
export async function replacePagedRow<R extends PagedName>(
  trx: Trx,
  resource: R,
  row: PagedRow<R>,
): Promise<void> {
  const values = valuesOf(resource, row as PagedRow);
  const set = columnsOf(resource).map((column, at) => sql`${column} = ${values[at]}`);
  await sql`
    update ${tableOf(resource)} set ${sql.join(set)} where id = ${row.id}
  `.execute(trx);
}

function columnsOf(resource: PagedName): readonly RawBuilder<unknown>[] {
  const own = ['id', 'data', 'folded', 'grams'].map((name) => sql.ref(name));
  return [...own, ...[...keyFields(resource).keys()].map(columnOf)];
}

/** What the columns have of a row. */
function valuesOf(resource: PagedName, row: PagedRow): readonly RawBuilder<unknown>[] {
  const folded = keptText(resource, row);
  const compared = [...keyFields(resource)].map(([field, count]) => {
    const value = fieldOf(row, field);
    return count === 'several' ? sql`${keysOf(value)}::text[]` : sql`${keyOf(value)}`;
  });
  const own = [row.id, JSON.stringify(row), folded].map((one) => sql`${one}`);
  return [...own, sql`${gramsOf(folded)}::text[]`, ...compared];
}
