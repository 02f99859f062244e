/** A bucket as it is held while something is done with it, and who hears of it. */
import type { Selectable } from 'kysely';
import type { AuditVerb } from '../../domain/audit/actions.ts';
import { bucketResource, permissionsOn, serverResource, subjectsOn } from '../access/grants.ts';
import { noSuch } from '../calls/host-error.ts';
import type { Change } from '../change/change.ts';
import { syncQueuesOf } from '../queue-sync/due.ts';
import type { Trx } from '../store/database.ts';
import type { BucketRow } from '../store/tables/buckets.ts';
import { BUCKET_ROWS, BUCKET_SERVER_ROWS, SERVER_BUCKET_ROWS } from './rows.ts';

export type Bucket = Selectable<BucketRow>;

/** So many servers are named in one notice: PostgreSQL takes none of 8,000 bytes. */
const NOTICED = 200;

/** The row of a bucket, which nobody else changes until the transaction ends. Throws where it is gone. */
export async function lockBucket(trx: Trx, id: string): Promise<Bucket> {
  const bucket = await trx
    .selectFrom('buckets')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (bucket === undefined) throw noSuch('bucket');
  return bucket;
}

/** What an account may do with a bucket at this moment: rights may have changed since the call came. */
export async function heldOn(trx: Trx, id: string, accountId: string): Promise<readonly string[]> {
  return [...(await permissionsOn(trx, accountId, bucketResource(id)))];
}

export function subjectsOf(trx: Trx, id: string): Promise<readonly string[]> {
  return subjectsOn(trx, [bucketResource(id)]);
}

/** The servers that use a bucket. */
export async function serversOf(trx: Trx, id: string): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('bucket_servers')
    .select('server_id')
    .where('bucket_id', '=', id)
    .orderBy('server_id')
    .execute();
  return rows.map(({ server_id }) => server_id);
}

/** Tells everybody who sees a bucket how it is now, and the servers that use it. */
export async function tellBucket(made: Change, id: string): Promise<void> {
  for (const seer of await subjectsOf(made.trx, id)) made.tellRows(BUCKET_ROWS, seer, [id]);
  for (const server of await serversOf(made.trx, id)) {
    made.tellRows(SERVER_BUCKET_ROWS, server, [id]);
  }
}

/** Who may do what with a bucket is another now: `before` could do something with it. */
export async function changeSeers(
  made: Change,
  id: string,
  before: readonly string[],
): Promise<void> {
  for (const seer of new Set([...before, ...(await subjectsOf(made.trx, id))])) {
    made.changeGrants(seer);
    made.tellAccount(seer, 'permissions');
    made.tellRows(BUCKET_ROWS, seer, [id]);
  }
}

/** Tells an account how it sees a bucket now: answers where that stream stands. */
export function tellSeer(made: Change, id: string, accountId: string): () => number {
  return made.tellRows(BUCKET_ROWS, accountId, [id]);
}

/** Servers use a bucket from now on, or no more: it and they tell it. */
export function tellUsing(made: Change, id: string, servers: readonly string[]): () => number {
  for (const server of servers) made.tellRows(SERVER_BUCKET_ROWS, server, [id]);
  return made.tellRows(BUCKET_SERVER_ROWS, id, servers);
}

/** Every host looks who is on the servers that use a bucket, or used it until now, and their files of queue priority are written. */
export async function askDoors(
  made: Change,
  id: string,
  also: readonly string[] = [],
): Promise<void> {
  const servers = [...new Set([...(await serversOf(made.trx, id)), ...also])];
  for (let from = 0; from < servers.length; from += NOTICED) {
    const some = servers.slice(from, from + NOTICED);
    made.notify({ kind: 'bucket-changed', bucket: id, servers: some });
  }
  await syncQueuesOf(made.trx, [id], made.now, also);
}

interface Told {
  readonly text?: string;
  readonly target?: { readonly id: string | null; readonly name: string };
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Puts into the audit of a bucket who did what. */
export function auditBucket(
  made: Change,
  id: string,
  action: `buckets.${AuditVerb<'buckets'>}` | `bucket-entries.${AuditVerb<'bucket-entries'>}`,
  { detail = {}, ...told }: Told,
): void {
  made.audit({ resource: bucketResource(id), action, detail: { bucket: id, ...detail }, told });
}

/** The same, into that of each of these servers, or of all that use it: whoever runs one sees what else lets in or keeps out. */
export async function auditServers(
  made: Change,
  { id, identifier }: Pick<Bucket, 'id' | 'identifier'>,
  action: Parameters<typeof auditBucket>[2],
  { detail = {}, ...told }: Told,
  servers?: readonly string[],
): Promise<void> {
  for (const server of servers ?? (await serversOf(made.trx, id))) {
    made.audit({
      resource: serverResource(server),
      action,
      detail: { bucket: id, name: identifier, ...detail },
      told,
    });
  }
}
