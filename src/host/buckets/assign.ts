/** Which servers use a bucket. */
import { BUCKET_LIMIT, isFilterBucket } from '../../protocol/buckets/limits.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { refuseServer } from '../calls/open-server.ts';
import { refuseWatched } from '../calls/watched.ts';
import { changeTold, type Change } from '../change/change.ts';
import type { Trx } from '../store/database.ts';
import {
  askDoors,
  auditBucket,
  auditServers,
  changeSeers,
  heldOn,
  lockBucket,
  subjectsOf,
  tellBucket,
  tellUsing,
  type Bucket,
} from './bucket.ts';
import { lockBucketsOf, refuseFilters } from './room.ts';
import { countEntries } from './store.ts';

/** What it takes of a server that it uses a bucket, or no more. */
const NEEDED: ServerPermission = 'server.modify.configuration';

/** `POST bucket/:id/servers`. Sent again, nothing is another. */
export const bucketAssign: Handler<'bucketAssign'> = ({ params, body }, context) =>
  changeTold(context, async (made) => {
    const { bucket_id: id } = params;
    const { server_id } = body;
    const { trx, now } = made;
    const bucket = await lockBucket(trx, id);
    await refuseServer(trx, context.account.id, server_id, NEEDED);
    const held = await lockBucketsOf(trx, server_id);
    if (held.includes(id)) return tellUsing(made, id, []);
    await refuseWatched(trx, server_id);
    await refuseFull(trx, bucket, server_id, held);
    const before = await subjectsOf(trx, id);
    const row = { bucket_id: id, server_id, since: now };
    await trx.insertInto('bucket_servers').values(row).execute();
    return parted(made, bucket, 'buckets.assign', server_id, before);
  });

/** `POST bucket/:id/servers/:server/remove`: whoever may change either of both may part them. */
export const bucketUnassign: Handler<'bucketUnassign'> = ({ params, body: _ }, context) =>
  changeTold(context, async (made) => {
    const { bucket_id: id, server_id } = params;
    const { trx } = made;
    const bucket = await lockBucket(trx, id);
    const held = await heldOn(trx, id, context.account.id);
    const uses = (await lockBucketsOf(trx, server_id)).includes(id);
    if (!held.includes('bucket.modify')) {
      // Whether there is such a bucket is for those to know who see it, or whose server uses it.
      if (held.length === 0 && !uses) throw noSuch('bucket');
      await refuseServer(trx, context.account.id, server_id, NEEDED);
    }
    if (!uses) return tellUsing(made, id, []);
    const before = await subjectsOf(trx, id);
    await takeOff(trx, id, server_id);
    return parted(made, bucket, 'buckets.unassign', server_id, before);
  });

/** A bucket and a server have come together or apart; `before` could do something with the bucket. */
async function parted(
  made: Change,
  bucket: Bucket,
  action: 'buckets.assign' | 'buckets.unassign',
  server: string,
  before: readonly string[],
): Promise<() => number> {
  const { id, identifier, type } = bucket;
  await changeSeers(made, id, before);
  await tellBucket(made, id);
  const told = { text: identifier, detail: { server, type } };
  auditBucket(made, id, action, told);
  await auditServers(made, bucket, action, told, [server]);
  await askDoors(made, id, [server]);
  return tellUsing(made, id, [server]);
}

async function refuseFull(trx: Trx, bucket: Bucket, server: string, held: readonly string[]) {
  const { servers } = await trx
    .selectFrom('bucket_servers')
    .select(({ fn }) => fn.countAll<number>().as('servers'))
    .where('bucket_id', '=', bucket.id)
    .executeTakeFirstOrThrow();
  if (servers >= BUCKET_LIMIT.servers || held.length >= BUCKET_LIMIT.buckets) {
    const text = `At most ${BUCKET_LIMIT.servers} servers of a bucket, and ${BUCKET_LIMIT.buckets} buckets of a server.`;
    throw new HostError('limit-reached', text, { fields: { server_id: 'limit-reached' } });
  }
  if (!isFilterBucket(bucket.type)) return;
  await refuseFilters(trx, server, held, await countEntries(trx, bucket.id));
}

async function takeOff(trx: Trx, id: string, server: string): Promise<void> {
  await trx
    .deleteFrom('bucket_servers')
    .where('bucket_id', '=', id)
    .where('server_id', '=', server)
    .execute();
}

/** A server is about to be deleted: no bucket knows it any more. */
export async function leaveBuckets(made: Change, server: string): Promise<void> {
  for (const id of await lockBucketsOf(made.trx, server)) {
    const before = await subjectsOf(made.trx, id);
    await takeOff(made.trx, id, server);
    await changeSeers(made, id, before);
    tellUsing(made, id, [server]);
  }
}
