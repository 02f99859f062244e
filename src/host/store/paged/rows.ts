/**
 * Rows of pages, as the database keeps them: a table for each resource, with what they are sorted, filtered and
 * searched by beside them, as the domain computes it.
 */
import { sql, type RawBuilder } from 'kysely';
import { fieldOf, gramsOf, keyOf, keysOf, searchedText } from '../../../domain/resources/keys.ts';
import { PAGED, type PagedName, type PagedRow } from '../../../protocol/resources/registry.ts';
import type { Trx } from '../database.ts';

/** So many rows are written in one statement: a statement has at most 65,535 values. */
const AT_ONCE = 1_000;

export function tableOf(resource: PagedName): RawBuilder<unknown> {
  return sql.table(`paged_${resource}`);
}

/** The column that has what a field is compared by. */
export function columnOf(field: string): RawBuilder<unknown> {
  return sql.ref(`key_${field}`);
}

/** The fields that have a column of their own, and those of which each of several is compared. */
function keyFields(resource: PagedName): ReadonlyMap<string, 'one' | 'several'> {
  const { orders, filters } = PAGED[resource];
  return new Map([
    ...orders.map((field) => [field, 'one'] as const),
    ...Object.values(filters).map(({ kind, field }) => {
      return [field, kind === 'has' ? 'several' : 'one'] as const;
    }),
  ]);
}

/** Writes new rows. */
export async function addPagedRows<R extends PagedName>(
  trx: Trx,
  resource: R,
  rows: readonly PagedRow<R>[],
): Promise<void> {
  const keys = [...keyFields(resource)];
  const columns = ['server_id', 'id', 'data', 'folded', 'grams'].map((name) => sql.ref(name));
  columns.push(...keys.map(([field]) => columnOf(field) as RawBuilder<unknown>));
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const values = rows.slice(from, from + AT_ONCE).map((row) => {
      const folded = searchedText(PAGED[resource].searched, row);
      const compared = keys.map(([field, count]) => {
        const value = fieldOf(row, field);
        return count === 'several' ? sql`${keysOf(value)}::text[]` : sql`${keyOf(value)}`;
      });
      const own = [row.server_id, row.id, JSON.stringify(row), folded].map((one) => sql`${one}`);
      return sql`(${sql.join([...own, sql`${gramsOf(folded)}::text[]`, ...compared])})`;
    });
    await sql`
      insert into ${tableOf(resource)} (${sql.join(columns)}) values ${sql.join(values)}
    `.execute(trx);
  }
}
