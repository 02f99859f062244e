import { roomFor } from '../../domain/files/storage.ts';
import type { FileKind } from '../../protocol/files/limits.ts';
import type { StorageRule } from '../access/plan.ts';
import { HostError } from '../calls/host-error.ts';
import type { ActsBy, Change } from '../change/change.ts';
import { refuseFull } from '../change/told-rows.ts';
import { newId } from '../store/ids.ts';
import { holdStorage } from './hold-storage.ts';
import type { PackedFile } from './parts.ts';
import { removeFiles } from './remove.ts';
import { FILE_ROWS, STORAGE_ROWS } from './rows.ts';
import { filesOf, lockStorageOf, storageOf } from './storage.ts';

/** A file that somebody uploads. */
export interface NewFile extends PackedFile {
  readonly serverId: string;
  readonly kind: FileKind;
  readonly name: string;
  /** The account that uploads it. */
  readonly actor: string;
  readonly by: ActsBy | null;
}

export interface KeptFile {
  readonly file_id: string;
  /** The same bytes were there already: they stay as they are. */
  readonly kept_before: boolean;
  /** How many older files went for it. */
  readonly deleted: number;
}

/**
 * Keeps a file of a server, within the quota of its owner: where there is no room, older ones go for it, or it is refused,
 * as the owner says. Two uploads wait for each other here, also from two hosts.
 */
export async function keepFile(made: Change, rule: StorageRule, file: NewFile): Promise<KeptFile> {
  const { trx, now } = made;
  const { serverId, kind, name, bytes, sha256, parts, actor, by } = file;
  const owner = await lockStorageOf(trx, serverId);
  const held = await trx
    .selectFrom('stored_files')
    .select('id')
    .where('server_id', '=', serverId)
    .where('kind', '=', kind)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (held !== undefined) return { file_id: held.id, kept_before: true, deleted: 0 };
  const storage = await storageOf(trx, rule, owner, now);
  const room = roomFor(storage, await filesOf(trx, owner), { serverId, bytes, now });
  if (!room.fits) throw storageFull();
  await removeFiles(made, owner, room.goes, { action: 'files.delete-by-policy', actor, by });
  await refuseFull(trx, FILE_ROWS, serverId);
  const id = newId(now);
  const packed = parts.reduce((sum, { length }) => sum + length, 0);
  await trx
    .insertInto('stored_files')
    .values({
      id,
      server_id: serverId,
      kind,
      name,
      bytes,
      sha256,
      packed,
      at: now,
      uploaded_by: actor,
    })
    .execute();
  for (const [number, part] of parts.entries()) {
    await trx.insertInto('stored_parts').values({ file_id: id, number, packed: part }).execute();
  }
  made.tellRows(FILE_ROWS, serverId, [id]);
  made.tellRows(STORAGE_ROWS, owner, [owner]);
  await holdStorage(made, rule, owner);
  return { file_id: id, kept_before: false, deleted: room.goes.length };
}

/** First specification, section 8. */
function storageFull(): HostError {
  return new HostError(
    'storage-quota-reached',
    'The storage quota is reached. Delete older files, or ask the owner of the server for room.',
    { fields: { text: 'storage-quota-reached' } },
  );
}
