import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { change, type ChangeContext } from '../change/change.ts';
import type { Database } from '../store/database.ts';
import { readParts } from './parts.ts';
import { removeFiles } from './remove.ts';
import { lockStorageOf } from './storage.ts';

/** Removes every file in which a line tells of somebody: a log without its lines is no proof of anything. May run again. */
export async function eraseFiles(
  context: ChangeContext,
  tells: (text: string) => boolean,
  removed: (count: number) => void,
): Promise<void> {
  const { db } = context;
  let after = '';
  for (;;) {
    const file = await db
      .selectFrom('stored_files')
      .select(['id', 'server_id', 'name', 'bytes', 'at', 'sha256', 'packed'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (file === undefined) return;
    after = file.id;
    if (!tells(file.name) && !(await hasLine(db, file, tells))) continue;
    await change(context, async (made) => {
      const owner = await lockStorageOf(made.trx, file.server_id);
      await removeFiles(made, owner, [file], { action: 'files.delete', actor: null });
    });
    removed(1);
  }
}

/** Looks through the lines of a file, a part of it after the other. */
async function hasLine(
  db: Database,
  file: { readonly id: string; readonly packed: number },
  tells: (text: string) => boolean,
): Promise<boolean> {
  const decoder = new TextDecoder();
  const parts = Readable.from(readParts(db, file));
  const unpacked = createGunzip();
  parts.on('error', (error) => unpacked.destroy(error));
  let rest = '';
  for await (const piece of parts.pipe(unpacked)) {
    const text = rest + decoder.decode(piece as Uint8Array, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0 && tells(text.slice(0, end))) return true;
    rest = text.slice(end);
  }
  return tells(rest);
}
