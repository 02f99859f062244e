/** What buckets know of a person: they find nobody by it any more. */
import { sql } from 'kysely';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { nameLater } from '../audit/name-later.ts';
import { change, type ChangeContext } from '../change/change.ts';
import { syncQueuesOf } from '../queue-sync/due.ts';
import type { Database } from '../store/database.ts';
import { replacePagedRow } from '../store/paged/rows.ts';

/**
 * Entries that find them by any of it, or are about them, are over, find nobody, and are about them, so that the rows are
 * emptied with all others. What was removed of theirs cannot be brought back. Under the lock of the bucket: in between,
 * nothing is removed or brought back.
 */
export async function eraseEntries(
  context: ChangeContext,
  id: string,
  ids: readonly string[],
  keys: readonly string[],
): Promise<void> {
  await eraseIssuers(context.db, ids);
  // One of whom they were joined with may have what games know them by.
  const isRemoved = sql`
    keys && ${keys}::text[] or data->>'person_id' = any(${ids}::text[]) or array[
      'steam ' || (data->>'steam_id'), 'battleye ' || lower(data->>'guid'),
      'bohemia ' || (data->>'bohemia_id')
    ] && ${keys}::text[]
  `;
  const { rows: buckets } = await sql<{ id: string }>`
    select bucket_id as id from bucket_keys where key = any(${keys}::text[])
    union select owner_id from paged_bucket_entries where key_person_id = any(${ids}::text[])
    union select bucket_id from removed_bucket_entries where ${isRemoved}
  `.execute(context.db);
  for (const { id: bucket } of buckets) {
    const stream = resourceStream('bucketEntries', bucket);
    await change(context, async ({ trx, now }) => {
      await sql`select from buckets where id = ${bucket} for update`.execute(trx);
      const { rows: removed } = await sql<{ id: string }>`
        delete from removed_bucket_entries where bucket_id = ${bucket} and (${isRemoved})
        returning id
      `.execute(trx);
      const { rows } = await sql<{ data: unknown }>`
        select data from paged_bucket_entries
        where owner_id = ${bucket} and (
          key_person_id = any(${ids}::text[])
          or id in (select entry_id from bucket_keys where key = any(${keys}::text[]))
        )
      `.execute(trx);
      const theirs = rows.map(({ data }) => PAGED_ROW.bucketEntries.parse(data));
      for (const row of theirs) {
        await trx.deleteFrom('bucket_keys').where('entry_id', '=', row.id).execute();
        const over: BucketEntryRow = { ...row, person_id: row.person_id ?? id, until: now };
        await replacePagedRow(trx, 'bucketEntries', over);
      }
      const things = new Map([...removed, ...theirs].map((one) => [one.id, id]));
      await nameLater(trx, { things, stream });
      await syncQueuesOf(trx, [bucket], now);
    });
  }
}

/** Removed entries do not say any more that these accounts added them. */
export async function eraseIssuers(db: Database, ids: readonly string[]): Promise<void> {
  await sql`
    update removed_bucket_entries
    set data = jsonb_set(data::jsonb, '{issuer_name}', '""')::json
    where data->>'issuer_id' = any(${ids}::text[])
  `.execute(db);
}
