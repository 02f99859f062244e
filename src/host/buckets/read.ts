/** An entry as somebody reads it, and the entries of a person. */
import { sql } from 'kysely';
import { keysOfPerson } from '../../domain/bans/keys.ts';
import { isInForce } from '../../domain/buckets/entries.ts';
import { BUCKET_LIMIT, type BucketType } from '../../protocol/buckets/limits.ts';
import { PAGED } from '../../protocol/resources/registry.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { bucketResource } from '../access/grants.ts';
import { identitiesSeen } from '../bans/known.ts';
import type { Handler } from '../calls/handler.ts';
import { noSuch } from '../calls/host-error.ts';
import { showPersons } from '../identity/show-persons.ts';
import { seenPerson } from '../players/seen-person.ts';
import { atOneMoment } from '../store/database.ts';

/** `GET bucket/:id/entries/:entry`. */
export const bucketEntryRead: Handler<'bucketEntryRead'> = ({ params }, { db }) =>
  atOneMoment(db, async (trx) => {
    const { bucket_id, entry_id } = params;
    const { rows } = await sql<{ data: unknown }>`
      select data from paged_bucket_entries where owner_id = ${bucket_id} and id = ${entry_id}
    `.execute(trx);
    const [stored] = rows.map(({ data }) => PAGED_ROW.bucketEntries.parse(data));
    if (stored === undefined) throw noSuch('entry');
    const [shown] = await showPersons(trx, PAGED.bucketEntries, [stored]);
    return { entry: shown?.row ?? stored };
  });

/** `GET players/:id/buckets`: by any id of theirs and any identity that the account sees. */
export const personBuckets: Handler<'personBuckets'> = ({ params }, { db, account, now }) =>
  atOneMoment(db, async (trx) => {
    const person = await seenPerson(trx, account.id, params.muster_id);
    const identities = await identitiesSeen(trx, person);
    const keys = keysOfPerson({ ids: person.ids, identities, addresses: [] });
    const { rows } = await sql<{ data: unknown; bucket: string; type: BucketType; total: number }>`
      select e.data, b.identifier as bucket, b.type, (count(*) over ())::int as total
      from paged_bucket_entries e join buckets b on b.id = e.owner_id
      where e.id in (select entry_id from bucket_keys where key = any(${keys}::text[]))
        and exists (
          select from bucket_rights r where r.subject = ${account.id}
            and r.permission = 'bucket.view' and r.resource = ${bucketResource('')} || b.id
        )
      order by (coalesce((e.data->>'until')::bigint > ${now}::bigint, true)) desc,
        e.key_created_at desc, e.id
      limit ${BUCKET_LIMIT.ofPerson}
    `.execute(trx);
    const read = rows.map(({ data }) => PAGED_ROW.bucketEntries.parse(data));
    const shown = await showPersons(trx, PAGED.bucketEntries, read);
    return {
      entries: shown.map(({ row: entry }, at) => ({
        entry,
        bucket: rows[at]?.bucket ?? '',
        type: rows[at]?.type ?? 'GENERIC',
        in_force: isInForce(entry, now),
      })),
      more: (rows[0]?.total ?? 0) - rows.length,
    };
  });
