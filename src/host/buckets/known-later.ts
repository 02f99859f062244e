/** Entries that named nobody when they were made, and are about to go: nothing says any more afterwards whom they were about. */
import { sql } from 'kysely';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { nameLater } from '../audit/name-later.ts';
import { whoseAre } from '../players/whose.ts';
import type { Database, Trx } from '../store/database.ts';

/** The same entries, about whoever was seen by what they name; so is from now on what audits and the log say of them. */
export async function entriesNamed(
  trx: Trx,
  bucketId: string,
  entries: readonly BucketEntryRow[],
): Promise<readonly BucketEntryRow[]> {
  const nameless = entries.filter(({ person_id }) => person_id === null).map(({ id }) => id);
  const things = await whoseAre(
    trx,
    sql`select entry_id as id, key from bucket_keys where entry_id = any(${nameless}::text[])`,
  );
  await nameLater(trx, { things, stream: resourceStream('bucketEntries', bucketId) });
  return entries.map((row) => ({ ...row, person_id: row.person_id ?? things.get(row.id) ?? null }));
}

/** The same for all of a bucket that goes, with what was removed from it, and with what it told itself. */
export async function nameEntriesOf(trx: Trx, bucketId: string): Promise<void> {
  const things = await whoseAre(
    trx,
    sql`
      select k.entry_id as id, k.key from bucket_keys k join paged_bucket_entries e on e.id = k.entry_id
      where k.bucket_id = ${bucketId} and e.data->>'person_id' is null
      union all select r.id, unnest(r.keys) from removed_bucket_entries r
      where r.bucket_id = ${bucketId} and r.data->>'person_id' is null
    `,
  );
  await nameLater(trx, { things, stream: null });
}

/** Forgets what was removed before a moment. */
export async function forgetRemovedEntries(db: Database, before: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const isOver = sql`removed_at <= ${before}::bigint`;
    const { rows: buckets } = await sql<{ id: string }>`
      select distinct bucket_id as id from removed_bucket_entries
      where ${isOver} and data->>'person_id' is null order by id
    `.execute(trx);
    for (const { id } of buckets) {
      const things = await whoseAre(
        trx,
        sql`
          select id, unnest(keys) as key from removed_bucket_entries
          where ${isOver} and bucket_id = ${id} and data->>'person_id' is null
        `,
      );
      await nameLater(trx, { things, stream: resourceStream('bucketEntries', id) });
    }
    await sql`delete from removed_bucket_entries where ${isOver}`.execute(trx);
  });
}
