import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { HostError } from '../calls/host-error.ts';
import { change, type ChangeContext } from '../change/change.ts';
import type { Database, Trx } from '../store/database.ts';
import { readParts } from './parts.ts';
import { removeFiles } from './remove.ts';
import { lockStorageOf } from './storage.ts';

/** Of whom files are looked for. */
export interface Sought {
  /** The servers where they are known: files of no other are looked at. */
  readonly servers: readonly string[];
  /** Whether lines of a log tell of them. */
  readonly tells: (text: string) => boolean;
}

interface Found {
  readonly id: string;
  readonly server_id: string;
}

/** Removes every file in which a line tells of somebody: a log without its lines is no proof of anything. May run again. */
export async function eraseFiles(
  context: ChangeContext,
  sought: Sought,
  removed: (count: number) => void,
): Promise<void> {
  for await (const file of filesThatTell(context.db, sought)) {
    if ((await unlessGone(remove(context, file))) === true) removed(1);
  }
}

/** How many files would be removed. */
export async function countFiles(db: Database, sought: Sought): Promise<number> {
  let count = 0;
  for await (const _ of filesThatTell(db, sought)) count += 1;
  return count;
}

async function* filesThatTell(
  db: Database,
  { servers, tells }: Sought,
): AsyncGenerator<Found, void, void> {
  if (servers.length === 0) return;
  let after = '';
  for (;;) {
    const file = await db
      .selectFrom('stored_files')
      .select(['id', 'server_id', 'name', 'packed'])
      .where('server_id', 'in', servers)
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (file === undefined) return;
    after = file.id;
    // Of its name, what stands before the end is a field by itself.
    const field = `"${file.name.replace(/\.\w+$/, '')}"`;
    if (tells(field) || (await unlessGone(hasLine(db, file, tells))) === true) yield file;
  }
}

/** Answers whether it was there still. */
function remove(context: ChangeContext, { id, server_id }: Found): Promise<boolean> {
  return change(context, async (made) => {
    const owner = await lockStorageOf(made.trx, server_id);
    const file = await readFile(made.trx, id);
    if (file === undefined) return false;
    await removeFiles(made, owner, [file], { action: 'files.delete', actor: null });
    return true;
  });
}

function readFile(trx: Trx, id: string) {
  return trx
    .selectFrom('stored_files')
    .select(['id', 'server_id', 'name', 'bytes', 'at', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What is found; null where the file or its server went in the meantime. */
export async function unlessGone<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof HostError && error.kind === 'not-found') return null;
    throw error;
  }
}

/** Looks through the lines of a file, a part of it after the other. */
export async function hasLine(
  db: Database,
  file: { readonly id: string; readonly packed: number },
  tells: (text: string) => boolean,
  table?: Parameters<typeof readParts>[2],
): Promise<boolean> {
  const decoder = new TextDecoder();
  const parts = Readable.from(readParts(db, file, table));
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
