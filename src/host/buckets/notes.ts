/** The notes that a server had for itself go into a bucket of notes, and back. */
import { sql } from 'kysely';
import { keysOfBanned } from '../../domain/bans/keys.ts';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { NOTES_MAX } from '../../protocol/notes/limits.ts';
import { RESTORE_MS } from '../../protocol/resources/calls.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { ROW } from '../../protocol/resources/schemas.ts';
import { serverStream } from '../../protocol/streams.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { refuseServer } from '../calls/open-server.ts';
import { tellKept } from '../change/kept-rows.ts';
import { tellPagedGone, tellPagedNew } from '../change/told-paged.ts';
import type { Trx } from '../store/database.ts';
import { lockName } from '../store/lock.ts';
import { inBucket, refuseFull, standing } from './entries.ts';
import { lockBucketsOf } from './room.ts';
import { addEntries, readEntries, removeEntries, type NewEntry } from './store.ts';

/** Whoever keeps the bucket may take a server off it, so giving it the notes is as letting the server use it. */
const NEEDED = [
  'server.notes.view',
  'server.notes.remove',
  'server.modify.configuration',
] as const satisfies readonly ServerPermission[];

/** `POST bucket/:id/notes/take`. Sent again, there is nothing left to move. */
export const bucketNotesTake: Handler<'bucketNotesTake'> = async ({ params, body }, context) => {
  const { bucket_id: id } = params;
  const { server_id } = body;
  const moved = await inBucket(context, id, 'bucket.add', async (made, bucket) => {
    const { trx, now } = made;
    if (bucket.type !== 'NOTES') {
      throw new HostError('entry-of-other-kind', 'This is no bucket of notes.');
    }
    for (const needed of NEEDED) await refuseServer(trx, context.account.id, server_id, needed);
    // On a server that does not use it they would be seen no more.
    if (!(await lockBucketsOf(trx, server_id)).includes(id)) throw noSuch('server of this bucket');
    const notes = await takeNotes(trx, server_id, now);
    await refuseFull(trx, bucket, notes.length);
    const entries = notes.map((note): NewEntry => ({
      row: entryOf(note, id),
      keys: keysOfBanned({ people: [note.player_id], identities: [], addresses: [] }),
    }));
    await addEntries(trx, id, entries);
    const rows = entries.map(({ row }) => row);
    const stream = serverStream(server_id, 'notes');
    for (const note of notes) {
      made.tell(stream, 'row:gone', { resource: 'notes', server_id, id: note.id });
    }
    await tellPagedNew(made, 'bucketEntries', rows);
    return { verb: 'take', rows, server: server_id };
  });
  return { ...(await standing(context, id)), moved, moved_at: context.now };
};

/** `POST bucket/:id/notes/return`: of those that nobody has changed since. */
export const bucketNotesReturn: Handler<'bucketNotesReturn'> = async (
  { params, body },
  context,
) => {
  const { bucket_id: id } = params;
  const { server_id, moved_at } = body;
  const returned = await inBucket(context, id, 'bucket.add', async (made) => {
    const { trx, now } = made;
    for (const needed of NEEDED) await refuseServer(trx, context.account.id, server_id, needed);
    if (now - moved_at > RESTORE_MS) throw noSuch('move');
    const notes = await movedNotes(trx, id, server_id, moved_at);
    await refuseFullServer(trx, server_id, notes.length);
    const ids = notes.map((note) => note.id);
    const rows = await readEntries(trx, id, ids);
    await tellPagedGone(made, 'bucketEntries', rows);
    await removeEntries(trx, id, ids, null);
    await sql`
      update resource_rows set removed_at = null
      where resource = 'notes' and server_id = ${server_id} and id = any(${ids}::text[])
    `.execute(trx);
    for (const note of notes) await tellKept(made, 'notes', note);
    return { verb: 'return', rows, server: server_id };
  });
  return { ...(await standing(context, id)), returned };
};

/** Throws where a server has no room for so many more notes; nobody adds one in the meantime. */
async function refuseFullServer(trx: Trx, server: string, more: number): Promise<void> {
  await lockName(trx, `notes/${server}`);
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from resource_rows
    where resource = 'notes' and server_id = ${server} and removed_at is null
  `.execute(trx);
  if ((rows[0]?.held ?? 0) + more <= NOTES_MAX) return;
  throw new HostError('limit-reached', `A server has at most ${NOTES_MAX} notes.`);
}

/** What a server had until a moment, and a bucket has had since, as it was. */
async function movedNotes(
  trx: Trx,
  bucketId: string,
  server: string,
  at: number,
): Promise<readonly RowOf<'notes'>[]> {
  const { rows } = await sql<{ data: unknown; changed_at: number }>`
    select r.data, (e.data->>'changed_at')::bigint as changed_at
    from resource_rows r join paged_bucket_entries e on e.id = r.id and e.owner_id = ${bucketId}
    where r.resource = 'notes' and r.server_id = ${server} and r.removed_at = ${at}::bigint
    order by r.id for update of r
  `.execute(trx);
  return rows.flatMap(({ data, changed_at }) => {
    const note = ROW.notes.parse(data);
    return changedAt(note) === changed_at ? [note] : [];
  });
}

/** The notes of a server, which are there no more. What is moved is kept for a while, to be moved back. */
async function takeNotes(
  trx: Trx,
  server: string,
  now: number,
): Promise<readonly RowOf<'notes'>[]> {
  const { rows } = await sql<{ data: unknown }>`
    update resource_rows r set removed_at = ${now}::bigint
    where resource = 'notes' and server_id = ${server} and removed_at is null
      and not exists (select from paged_bucket_entries e where e.id = r.id)
    returning data
  `.execute(trx);
  return rows.map(({ data }) => ROW.notes.parse(data));
}

function entryOf(note: RowOf<'notes'>, bucket_id: string): BucketEntryRow {
  const { id, player_id, player_name, comment, issuer_id, issuer_name, created } = note;
  return {
    id,
    server_id: null,
    bucket_id,
    person_id: player_id,
    name: player_name,
    steam_id: null,
    guid: null,
    bohemia_id: null,
    term: null,
    term_kind: null,
    action: null,
    message: null,
    minutes: null,
    comment,
    created_at: created,
    until: null,
    issuer_id,
    issuer_name,
    changed_at: changedAt(note),
  };
}

function changedAt({ created, edited }: RowOf<'notes'>): number {
  return edited ?? created;
}
