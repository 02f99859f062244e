/** Entries are added, removed and brought back, many at once, and a filter is changed. */
import type { AuditVerb } from '../../domain/audit/actions.ts';
import { mayEditEntries } from '../../domain/buckets/rights.ts';
import { fitsBucket, problemOfEntry, type EntryProblem } from '../../domain/buckets/rules.ts';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { isFilterBucket, type BucketType } from '../../protocol/buckets/limits.ts';
import type { BucketPermission } from '../../protocol/permissions.ts';
import { RESTORE_MS } from '../../protocol/resources/calls.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Context, Handler } from '../calls/handler.ts';
import { refuseUnseen } from '../calls/seen.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { tellPaged, tellPagedGone, tellPagedNew } from '../change/told-paged.ts';
import { holdPersons } from '../identity/persons.ts';
import type { Trx } from '../store/database.ts';
import { replacePagedRow } from '../store/paged/rows.ts';
import {
  askDoors,
  auditBucket,
  auditServers,
  heldOn,
  lockBucket,
  serversOf,
  tellBucket,
  type Bucket,
} from './bucket.ts';
import { filterOf, meantBy, withoutKnown, type Asked } from './meant.ts';
import { lockBucketsOf, refuseFilters } from './room.ts';
import {
  addEntries,
  countEntries,
  readEntries,
  removeEntries,
  takeRemoved,
  type NewEntry,
} from './store.ts';

type Entries = ChangeContext & Pick<Context, 'account'>;

/** `POST bucket/:id/entries/add`. */
export const bucketEntriesAdd: Handler<'bucketEntriesAdd'> = async ({ params, body }, context) => {
  const { bucket_id: id } = params;
  const { account } = context;
  const added = await inBucket(context, id, 'bucket.add', async (made, bucket) => {
    const { trx, now } = made;
    refuseProblems(bucket.type, body.entries);
    const meant = await meantBy(trx, account.id, body.entries, now);
    const fresh = await withoutKnown(trx, bucket, meant);
    await refuseFull(trx, bucket, fresh.length);
    const entries = fresh.map(({ entry, about, keys, until }): NewEntry => ({
      row: {
        id: entry.entry_id,
        server_id: null,
        bucket_id: id,
        ...about,
        ...filterOf(entry.what),
        comment: entry.comment,
        created_at: now,
        until,
        issuer_id: account.id,
        issuer_name: account.displayName,
        changed_at: now,
      },
      keys,
    }));
    await addEntries(trx, id, entries);
    const rows = entries.map(({ row }) => row);
    await tellPagedNew(made, 'bucketEntries', rows);
    return { verb: 'add', rows };
  });
  return { ...(await standing(context, id)), added, known: body.entries.length - added };
};

/** `POST bucket/:id/entries/:entry/filter`: whoever changed last what it does stands for it. */
export const bucketFilterEdit: Handler<'bucketFilterEdit'> = async ({ params, body }, context) => {
  const { bucket_id: id, entry_id } = params;
  const { was, comment, acsrf_token: _, ...filter } = body;
  const { account } = context;
  await inBucket(context, id, null, async (made, { type }) => {
    const { trx, now } = made;
    const [before] = await readEntries(trx, id, [entry_id]);
    if (before === undefined) throw noSuch('filter');
    refuseUnseen(before, was);
    const what = { kind: 'filter', ...filter } as const;
    const problem = problemOfEntry(type, what, comment);
    if (problem !== null) throw refusedEntry(problem, '');
    const next = { ...filterOf(what), comment };
    const names = Object.keys(next) as (keyof typeof next)[];
    const parts = names.filter((name) => before[name] !== next[name]);
    if (parts.length === 0) return { verb: 'edit', rows: [] };
    const does = parts.some((part) => part !== 'comment');
    const issuer = does ? { issuer_id: account.id, issuer_name: account.displayName } : {};
    const row: BucketEntryRow = { ...before, ...next, ...issuer, changed_at: now };
    await replacePagedRow(trx, 'bucketEntries', row);
    await tellPaged(made, 'bucketEntries', row, before);
    const valuesOf = (of: BucketEntryRow) =>
      Object.fromEntries(parts.map((part) => [part, of[part]]));
    const changes = [{ rows: [row], before: valuesOf(before), after: valuesOf(row) }];
    return { verb: 'edit', rows: [row], changes };
  });
  return standing(context, id);
};

/** `POST bucket/:id/entries/remove`. */
export const bucketEntriesRemove: Handler<'bucketEntriesRemove'> = async (
  { params, body },
  context,
) => {
  const { bucket_id: id } = params;
  const removed = await inBucket(context, id, 'bucket.remove', async (made) => {
    const rows = await readEntries(made.trx, id, body.ids);
    await tellPagedGone(made, 'bucketEntries', rows);
    const ids = rows.map((row) => row.id);
    await removeEntries(made.trx, id, ids, { at: made.now });
    return { verb: 'remove', rows };
  });
  return { ...(await standing(context, id)), removed };
};

/** `POST bucket/:id/entries/restore`: whoever may remove them may take that back. */
export const bucketEntriesRestore: Handler<'bucketEntriesRestore'> = async (
  { params, body },
  context,
) => {
  const { bucket_id: id } = params;
  const restored = await inBucket(context, id, 'bucket.remove', async (made, bucket) => {
    const { trx, now } = made;
    const entries = await takeRemoved(trx, id, body.ids, now - RESTORE_MS);
    await refuseFull(trx, bucket, entries.length);
    await addEntries(trx, id, entries);
    const rows = entries.map(({ row }) => row);
    await tellPagedNew(made, 'bucketEntries', rows);
    return { verb: 'restore', rows };
  });
  return { ...(await standing(context, id)), restored };
};

/** Entries of which the same became the same. */
interface Changed {
  readonly rows: readonly BucketEntryRow[];
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

interface Done {
  readonly verb: AuditVerb<'bucket-entries'>;
  /** The entries that are others by it. */
  readonly rows: readonly BucketEntryRow[];
  /** What they had and have, of those alike together. */
  readonly changes?: readonly Changed[];
  /** The server that they were of. */
  readonly server?: string;
}

/**
 * Does something with entries of a bucket, under its lock, and says so to whoever sees it; answers with how many.
 * `permission`: what that needs; null: what editing does.
 */
export function inBucket(
  context: Entries,
  id: string,
  permission: BucketPermission | null,
  work: (made: Change, bucket: Bucket) => Promise<Done>,
): Promise<number> {
  return change(context, async (made) => {
    await holdPersons(made.trx);
    const bucket = await lockBucket(made.trx, id);
    need(await heldOn(made.trx, id, context.account.id), permission);
    const done = await work(made, bucket);
    if (done.rows.length === 0) return 0;
    await auditEntries(made, bucket, done);
    await tellBucket(made, id);
    await askDoors(made, id);
    return done.rows.length;
  });
}

/** Throws for what somebody who holds these may not do. */
function need(held: readonly string[], permission: BucketPermission | null): void {
  if (held.length === 0) throw noSuch('bucket');
  if (permission === null ? mayEditEntries(held) : held.includes(permission)) return;
  const needs = [permission ?? 'bucket.edit'];
  throw new HostError('permission-denied', `This needs the permission ${needs.join()}.`, { needs });
}

/** Names are for whoever may change the bucket; whoever runs a server reads how many there were. */
async function auditEntries(made: Change, bucket: Bucket, done: Done): Promise<void> {
  const { id, identifier, type } = bucket;
  const { verb, rows: all, changes = [{ rows: all }], server } = done;
  const action = `bucket-entries.${verb}` as const;
  const countOf = (rows: readonly BucketEntryRow[]) => ({
    text: identifier,
    detail: { type, count: rows.length, ...(server !== undefined && { server }) },
  });
  for (const { rows, ...values } of changes) {
    const counted = countOf(rows);
    const [one] = rows;
    const named = rows.length === 1 &&
      one !== undefined && {
        ...(one.term === null && { target: { id: one.person_id, name: one.name } }),
        detail: { ...counted.detail, entry: one.id, term: one.term },
      };
    auditBucket(made, id, action, { ...counted, ...named, ...values });
  }
  await auditServers(made, bucket, action, countOf(all));
}

/** Where the stream of a bucket's entries stands. */
export async function standing(
  { db, publish }: Pick<Entries, 'db' | 'publish'>,
  id: string,
): Promise<{ position: number }> {
  return { position: await publish.position(db, resourceStream('bucketEntries', id)) };
}

function refuseProblems(type: BucketType, entries: readonly Asked[]): void {
  for (const [at, { what, comment }] of entries.entries()) {
    const problem = problemOfEntry(type, what, comment);
    if (problem === null) continue;
    throw refusedEntry(problem, `entries.${at}.${problem === 'note-needed' ? '' : 'what.'}`);
  }
}

/** What is wrong with an entry whose term is not. */
const FIELD_OF: Readonly<Partial<Record<EntryProblem, string>>> = {
  'filter-action': 'action',
  'note-needed': 'comment',
};

/** `under`: where the entry stands in the body. */
export function refusedEntry(problem: EntryProblem, under: string): HostError {
  const field = FIELD_OF[problem] ?? 'term';
  return new HostError(problem, 'An entry cannot be in this bucket.', {
    fields: { [`${under}${field}`]: problem },
  });
}

/** Throws where a locked bucket has no room for so many more. */
export async function refuseFull(trx: Trx, { id, type }: Bucket, more: number): Promise<void> {
  if (more === 0) return;
  const entries = (await countEntries(trx, id)) + more;
  if (!fitsBucket({ type, entries })) {
    throw new HostError('limit-reached', 'A bucket of this type cannot have so many entries.');
  }
  if (!isFilterBucket(type)) return;
  for (const server of await serversOf(trx, id)) {
    const others = (await lockBucketsOf(trx, server)).filter((one) => one !== id);
    await refuseFilters(trx, server, others, entries);
  }
}
