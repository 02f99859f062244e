/** What becomes of entries by themselves: once a day those go whose time has been over for a day. */
import { sql } from 'kysely';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change } from '../change/change.ts';
import { tellPagedGone } from '../change/told-paged.ts';
import { holdPersons } from '../identity/persons.ts';
import { auditBucket, tellBucket } from './bucket.ts';
import { entriesNamed } from './known-later.ts';
import { removeEntries } from './store.ts';

/** The job. */
export const CLEAN_BUCKETS = 'clean-buckets';

/** So many entries of a bucket go at once. */
const BATCH = 500;
/** What is over can be prolonged for so long, ms. */
const KEPT = 86_400_000;

type Deps = Pick<HostDeps, 'db' | 'publish' | 'secrets' | 'clock'>;

/** Removes entries that are over, and tells of the others which end soon. */
export async function cleanBuckets(deps: Deps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct owner_id as id from paged_bucket_entries where (data->>'until') is not null
  `.execute(deps.db);
  for (const { id } of rows) {
    let removed = 0;
    for (let count = BATCH; count === BATCH;) {
      count = await cleanSome(deps, id);
      removed += count;
    }
    await change({ ...deps, now: deps.clock() }, async (made) => {
      if (removed > 0) auditBucket(made, id, 'buckets.clean', { detail: { removed } });
      await tellBucket(made, id);
    });
  }
}

function cleanSome(deps: Deps, id: string): Promise<number> {
  const now = deps.clock();
  return change({ ...deps, now }, async (made) => {
    const { trx } = made;
    await holdPersons(trx);
    await trx.selectFrom('buckets').select('id').where('id', '=', id).forUpdate().execute();
    const { rows } = await sql<{ data: unknown }>`
      select data from paged_bucket_entries
      where owner_id = ${id} and (data->>'until') is not null
        and (data->>'until')::bigint <= ${now - KEPT}::bigint
      order by id limit ${BATCH}
    `.execute(trx);
    const read = rows.map(({ data }) => PAGED_ROW.bucketEntries.parse(data));
    const over = await entriesNamed(trx, id, read);
    await tellPagedGone(made, 'bucketEntries', over);
    const ids = over.map((row) => row.id);
    await removeEntries(trx, id, ids, null);
    return over.length;
  });
}
