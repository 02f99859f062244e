/** The notes that a server had for itself go into a bucket of notes. */
import { sql } from 'kysely';
import { keysOfBanned } from '../../domain/bans/keys.ts';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { RESTORE_MS } from '../../protocol/resources/calls.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { ROW } from '../../protocol/resources/schemas.ts';
import { serverStream } from '../../protocol/streams.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { refuseServer } from '../calls/open-server.ts';
import { tellPagedNew } from '../change/told-paged.ts';
import type { Trx } from '../store/database.ts';
import { inBucket, refuseFull, standing } from './entries.ts';
import { lockBucketsOf } from './room.ts';
import { addEntries, type NewEntry } from './store.ts';

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
  return { ...(await standing(context, id)), moved };
};

/**
 * The notes of a server, which are there no more: nobody can bring them back beside those of the bucket, or send one again
 * that is moved.
 */
async function takeNotes(
  trx: Trx,
  server: string,
  now: number,
): Promise<readonly RowOf<'notes'>[]> {
  const { rows } = await sql<{ data: unknown }>`
    update resource_rows r set removed_at = ${now - RESTORE_MS - 1}::bigint
    where resource = 'notes' and server_id = ${server} and removed_at is null
      and not exists (select from paged_bucket_entries e where e.id = r.id)
    returning data
  `.execute(trx);
  return rows.map(({ data }) => ROW.notes.parse(data));
}

function entryOf(note: RowOf<'notes'>, bucket_id: string): BucketEntryRow {
  const { id, player_id, player_name, comment, issuer_id, issuer_name, created, edited } = note;
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
    changed_at: edited ?? created,
  };
}
