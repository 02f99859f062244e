/** Entries as they are kept: a row of pages, and what it finds somebody by. */
import { sql } from 'kysely';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import type { Database, Trx } from '../store/database.ts';
import { fillPagedNames } from '../store/paged/fill-names.ts';
import { addPagedRows } from '../store/paged/rows.ts';

/** An entry that is not there yet; `keys` as `keysOfBanned` makes them. */
export interface NewEntry {
  readonly row: BucketEntryRow;
  readonly keys: readonly string[];
}

/** Adds entries to one bucket, which is locked. */
export async function addEntries(
  trx: Trx,
  bucketId: string,
  entries: readonly NewEntry[],
): Promise<void> {
  const rows = entries.map(({ row }) => row);
  await addPagedRows(trx, 'bucketEntries', rows, bucketId);
  const keys = entries.flatMap(({ row, keys: own }) => own.map((key) => ({ key, id: row.id })));
  await sql`
    insert into bucket_keys (key, bucket_id, entry_id)
    select key, ${bucketId}, id from unnest(
      ${keys.map(({ key }) => key)}::text[], ${keys.map(({ id }) => id)}::text[]
    ) as k (key, id)
  `.execute(trx);
}

/** Removes entries of one bucket, which is locked; `keep`: they can be brought back for a while. */
export async function removeEntries(
  trx: Trx,
  bucketId: string,
  ids: readonly string[],
  keep: { readonly at: number } | null,
): Promise<void> {
  if (keep !== null) {
    await sql`
      insert into removed_bucket_entries (id, bucket_id, data, keys, removed_at)
      select e.id, ${bucketId}, e.data, array(select key from bucket_keys k where k.entry_id = e.id),
        ${keep.at}::bigint
      from paged_bucket_entries e where e.owner_id = ${bucketId} and e.id = any(${ids}::text[])
      on conflict (id) do update set data = excluded.data, keys = excluded.keys,
        removed_at = excluded.removed_at
    `.execute(trx);
  }
  await sql`delete from bucket_keys where entry_id = any(${ids}::text[])`.execute(trx);
  await sql`
    delete from paged_bucket_entries where owner_id = ${bucketId} and id = any(${ids}::text[])
  `.execute(trx);
}

/** Takes what was removed since a moment out of where it waits; not what was added again since. */
export async function takeRemoved(
  trx: Trx,
  bucketId: string,
  ids: readonly string[],
  since: number,
): Promise<readonly NewEntry[]> {
  const { rows } = await sql<{ data: unknown; keys: string[] }>`
    delete from removed_bucket_entries r
    where bucket_id = ${bucketId} and id = any(${ids}::text[]) and removed_at > ${since}::bigint
      and not exists (select from paged_bucket_entries e where e.id = r.id)
    returning data, keys
  `.execute(trx);
  return rows.map(({ data, keys }) => ({ row: PAGED_ROW.bucketEntries.parse(data), keys }));
}

/** Entries of a bucket, of these ids. */
export async function readEntries(
  trx: Trx,
  bucketId: string,
  ids: readonly string[],
): Promise<readonly BucketEntryRow[]> {
  const { rows } = await sql<{ data: unknown }>`
    select data from paged_bucket_entries
    where owner_id = ${bucketId} and id = any(${ids}::text[]) order by id
  `.execute(trx);
  return rows.map(({ data }) => PAGED_ROW.bucketEntries.parse(data));
}

export async function countEntries(trx: Trx, bucketId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from paged_bucket_entries where owner_id = ${bucketId}
  `.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Has entries from before found by the keys of their names. Answers whether there may be more to do now. */
export function fillEntryNames(db: Database): Promise<boolean> {
  return fillPagedNames(db, { resource: 'bucketEntries', after: 'bucket_names_fill' });
}
