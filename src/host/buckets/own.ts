/** What becomes of a bucket as a whole. */
import { sql } from 'kysely';
import { z } from 'zod';
import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import { hexId } from '../../protocol/fields.ts';
import { BUCKET_STREAM, resourceStream, type BucketStream } from '../../protocol/streams.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { payerOf } from '../calls/payer.ts';
import { refuseUnseen } from '../calls/seen.ts';
import { changeTold, type Change } from '../change/change.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Database, Trx } from '../store/database.ts';
import { deleteInBatches } from '../store/delete-in-batches.ts';
import { lockName } from '../store/lock.ts';
import {
  auditBucket,
  auditServers,
  changeSeers,
  lockBucket,
  serversOf,
  subjectsOf,
  tellBucket,
  tellSeer,
  type Bucket,
} from './bucket.ts';
import { nameEntriesOf } from './known-later.ts';
import { BUCKET_ROWS, SERVER_BUCKET_ROWS } from './rows.ts';

/** The kind of the job. */
export const REMOVE_BUCKET_STREAMS = 'remove-bucket-streams';
/** What a bucket told is kept for a while, so that every open socket hears of its end. */
const STREAMS_LAST = 10 * 60_000;

/** `POST buckets/create`. Sent again, it is there already. */
export const bucketCreate: Handler<'bucketCreate'> = async ({ body }, context) => {
  const { account } = context;
  const { bucket_id: id, type, identifier, owner } = body;
  return changeTold(context, async (made) => {
    const { trx, now } = made;
    const held = await trx
      .selectFrom('buckets')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    const isSame = held?.owner === owner.id && held.owner_kind === owner.kind;
    if (held !== undefined && !isSame) throw noSuch('bucket');
    const payer = await payerOf(trx, owner, account.id);
    if (held !== undefined) return tellSeer(made, id, account.id);
    await refuseFullBuckets(trx, payer);
    const row = { id, owner: owner.id, owner_kind: owner.kind, type, identifier, created_at: now };
    await trx.insertInto('buckets').values(row).execute();
    await changeSeers(made, id, []);
    auditBucket(made, id, 'buckets.create', { text: identifier, detail: { type } });
    return tellSeer(made, id, account.id);
  });
};

/** An account cannot have more, with those of its groups. */
export async function refuseFullBuckets(trx: Trx, accountId: string): Promise<void> {
  await lockName(trx, `buckets of ${accountId}`);
  const { owned } = await trx
    .selectFrom('buckets as b')
    .leftJoin('groups as g', 'g.id', 'b.owner')
    .select(({ fn }) => fn.countAll<number>().as('owned'))
    .where(({ fn }) => fn.coalesce('g.owner', 'b.owner'), '=', accountId)
    .executeTakeFirstOrThrow();
  if (owned < BUCKET_LIMIT.owned) return;
  throw new HostError('limit-reached', `There are ${BUCKET_LIMIT.owned} buckets already.`);
}

/** `POST bucket/:id`. */
export const bucketEdit: Handler<'bucketEdit'> = ({ params, body }, context) =>
  changeTold(context, async (made) => {
    const { bucket_id: id } = params;
    const { identifier, was } = body;
    const bucket = await lockBucket(made.trx, id);
    refuseUnseen(bucket, was);
    await made.trx.updateTable('buckets').set({ identifier }).where('id', '=', id).execute();
    const names = { before: { identifier: bucket.identifier }, after: { identifier } };
    const told = { text: identifier, ...names };
    auditBucket(made, id, 'buckets.edit', told);
    await auditServers(made, { id, identifier }, 'buckets.edit', told);
    await tellBucket(made, id);
    return tellSeer(made, id, context.account.id);
  });

/** `POST bucket/:id/delete`. */
export const bucketDelete: Handler<'bucketDelete'> = ({ params, body }, context) =>
  changeTold(context, async (made) => {
    const { bucket_id: id } = params;
    const bucket = await lockBucket(made.trx, id);
    if (body.identifier !== bucket.identifier) {
      throw new HostError('confirmation-mismatch', 'That is not its name.', {
        fields: { identifier: 'confirmation-mismatch' },
      });
    }
    await deleteBucket(made, bucket);
    return tellSeer(made, id, context.account.id);
  });

/** Deletes a locked bucket, with its entries; one that a server uses, which nobody deletes, stays. */
export async function deleteBucket(
  made: Change,
  { id, identifier }: Pick<Bucket, 'id' | 'identifier'>,
): Promise<void> {
  const { trx, now } = made;
  await refuseUsed(trx, id);
  const seers = await subjectsOf(trx, id);
  const leaving = await serversOf(trx, id);
  await nameEntriesOf(trx, id);
  for (const table of ['bucket_servers', 'bucket_keys', 'removed_bucket_entries'] as const) {
    await trx.deleteFrom(table).where('bucket_id', '=', id).execute();
  }
  await sql`delete from paged_bucket_entries where owner_id = ${id}`.execute(trx);
  await trx.deleteFrom('buckets').where('id', '=', id).execute();
  for (const server of leaving) made.tellRows(SERVER_BUCKET_ROWS, server, [id]);
  await changeSeers(made, id, seers);
  auditBucket(made, id, 'buckets.delete', { text: identifier });
  const runAt = now + STREAMS_LAST;
  await enqueue(trx, { kind: REMOVE_BUCKET_STREAMS, key: id, payload: { bucket_id: id }, runAt });
}

/** The servers that use it, by name: they would let in others, or nobody. */
async function refuseUsed(trx: Trx, id: string): Promise<void> {
  const servers = await trx
    .selectFrom('bucket_servers as u')
    .innerJoin('servers as s', 's.id', 'u.server_id')
    .select('s.identifier')
    .where('u.bucket_id', '=', id)
    .where('s.deleting', 'is', null)
    .orderBy('s.identifier')
    .execute();
  if (servers.length === 0) return;
  const names = servers.slice(0, 5).map(({ identifier }) => identifier);
  const more = servers.length > names.length ? ` and ${servers.length - names.length} more` : '';
  throw new HostError('bucket-in-use', `It is used by ${names.join(', ')}${more}.`);
}

/** Removes what was told of a deleted bucket, and its audit; the chained one keeps it. */
export async function removeBucketStreams(db: Database, given: unknown): Promise<void> {
  const { bucket_id: id } = z.object({ bucket_id: hexId }).parse(given);
  const streams = (Object.keys(BUCKET_STREAM) as BucketStream[]).map((name) =>
    resourceStream(name, id),
  );
  for (const table of ['event_personal', 'event_log', 'streams']) {
    await deleteInBatches(db, table, sql`stream = any(${streams}::text[])`);
  }
  await deleteInBatches(db, 'paged_bucket_audit', sql`owner_id = ${id}`);
}

interface Reach {
  readonly servers?: readonly string[];
  readonly groups?: readonly string[];
}

/**
 * What these accounts may do on servers, or by groups, is another now, or what a group is called: so are the buckets, for
 * them, which those servers use or which are those groups'.
 */
export async function tellBucketsOf(
  made: Change,
  accounts: readonly string[],
  { servers = [], groups = [] }: Reach,
): Promise<void> {
  if (accounts.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select id from buckets where owner = any(${groups}::bpchar[])
    union
    select u.bucket_id from bucket_servers u join servers s on s.id = u.server_id
    where s.id = any(${servers}::bpchar[]) or s.owner = any(${groups}::bpchar[])
  `.execute(made.trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  for (const account of new Set(accounts)) made.tellRows(BUCKET_ROWS, account, ids);
}
