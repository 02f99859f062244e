import { sql } from 'kysely';
import { soughtGrams } from '../../domain/resources/keys.ts';
import type { Trx } from './database.ts';

/** How common the grams of words are, by the statistics that PostgreSQL keeps of a table. */
export async function sharesOf(
  trx: Trx,
  table: string,
  words: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ gram: string; share: number }>`
    select listed.gram, listed.share from pg_stats,
      unnest(most_common_elems::text::text[], most_common_elem_freqs) as listed (gram, share)
    where schemaname = current_schema() and tablename = ${table} and attname = 'grams'
      and listed.gram = any(${words.flatMap(soughtGrams)}::text[])
  `.execute(trx);
  return new Map(rows.map(({ gram, share }) => [gram, share]));
}

/** About how many rows a table has, as PostgreSQL saw it last; 0: it has not looked yet. */
export async function aboutHowMany(trx: Trx, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select greatest(reltuples, 0)::float8 as rows from pg_class where oid = to_regclass(${table})
  `.execute(trx);
  return rows[0]?.rows ?? 0;
}
