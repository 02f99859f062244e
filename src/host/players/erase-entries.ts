/** What buckets know of a person: they find nobody by it any more. */
import { sql } from 'kysely';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { change, type ChangeContext } from '../change/change.ts';
import { replacePagedRow } from '../store/paged/rows.ts';
import { nameInAudits } from './erase-bans.ts';

/**
 * Entries that find them by any of it, or are about them, are over, find nobody, and are about them, so that the rows are
 * emptied with all others. What was removed of theirs cannot be brought back.
 */
export async function eraseEntries(
  context: ChangeContext,
  id: string,
  ids: readonly string[],
  keys: readonly string[],
): Promise<void> {
  await sql`
    delete from removed_bucket_entries
    where keys && ${keys}::text[] or data->>'person_id' = any(${ids}::text[])
  `.execute(context.db);
  const { rows } = await sql<{ id: string }>`
    select entry_id as id from bucket_keys where key = any(${keys}::text[])
    union select id from paged_bucket_entries where key_person_id = any(${ids}::text[])
  `.execute(context.db);
  for (const { id: entry } of rows) {
    await change(context, async ({ trx, now }) => {
      const { rows: kept } = await sql<{ data: unknown }>`
        select e.data from paged_bucket_entries e join buckets b on b.id = e.owner_id
        where e.id = ${entry} for update of b
      `.execute(trx);
      const { data: row } = PAGED_ROW.bucketEntries.safeParse(kept[0]?.data);
      if (row === undefined) return;
      await trx.deleteFrom('bucket_keys').where('entry_id', '=', entry).execute();
      const over: BucketEntryRow = { ...row, person_id: row.person_id ?? id, until: now };
      await replacePagedRow(trx, 'bucketEntries', over);
      await nameInAudits(trx, entry, id);
    });
  }
}
