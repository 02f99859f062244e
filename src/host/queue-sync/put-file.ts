/** Brings the file of queue priority up to date in a folder that is open. */
import { PRIORITY_FILE } from '../../domain/buckets/priority-file.ts';
import { mergeFile } from '../../domain/queue-sync/merge.ts';
import { QUEUE_SYNC_LIMIT } from '../../protocol/queue-sync/limits.ts';
import { RemoteFailure, type RemoteFolder } from './remote.ts';

const { file: MOST_BYTES, people: MOST_PEOPLE } = QUEUE_SYNC_LIMIT;

/** What was there before Muster, where it said more than ids. */
export const KEPT_FILE = `${PRIORITY_FILE}.before-muster`;
/** What is to take the place of the file. */
export const NEW_FILE = `${PRIORITY_FILE}.muster-new`;
/** The file as it was, while it is written over: it is there only where that broke off. */
export const SAVED_FILE = `${PRIORITY_FILE}.before-write`;
/** How a saved file ends: without it saving broke off, and nothing was written over yet. */
const SAVED_END = Buffer.from('\n// end');
const MOST_SAVED = MOST_BYTES + SAVED_END.length;

export interface Wanted {
  /** Who comes first, by SteamID64. */
  readonly ids: readonly string[];
  /** Whom Muster put into the file before. */
  readonly isOurs: (id: string) => boolean;
  /** The file is about to have them: nothing is written before this is done. */
  readonly beforeWrite: () => Promise<void>;
}

/**
 * Answers who else is in the file. Throws `RemoteFailure`: then whom others put there is in the file still, or saved beside it,
 * where the next try finds them.
 */
export async function putFile(
  folder: RemoteFolder,
  { ids, isOurs, beforeWrite }: Wanted,
): Promise<{ readonly foreign: number }> {
  const before = await folder.read(PRIORITY_FILE, MOST_BYTES);
  const left = await folder.read(SAVED_FILE, MOST_SAVED);
  const saved = left === null ? null : savedIn(left);
  const there = [saved, before].map((file) => file?.toString('utf8') ?? '').join('\n');
  const merged = mergeFile(there, ids, isOurs);
  const foreign = merged.foreign.length;
  if (foreign + ids.length > MOST_PEOPLE) throw new RemoteFailure('too-large');
  await beforeWrite();
  if (!merged.changes && left === null) return { foreign };
  // Whatever is saved was kept before.
  if (before !== null && merged.loses && left === null) await keep(folder, before);
  const content = Buffer.from(merged.text);
  await writeWhole(folder, NEW_FILE, content);
  if (await folder.replace(PRIORITY_FILE, NEW_FILE)) {
    await refuseOther(folder, PRIORITY_FILE, content);
    if (left !== null) await folder.remove(SAVED_FILE);
    return { foreign };
  }
  const saves = before !== null && saved === null;
  if (saves) await writeWhole(folder, SAVED_FILE, Buffer.concat([before, SAVED_END]));
  await writeWhole(folder, PRIORITY_FILE, content);
  await folder.remove(NEW_FILE);
  if (saves || left !== null) await folder.remove(SAVED_FILE);
  return { foreign };
}

/** null: saving broke off. */
function savedIn(left: Buffer): Buffer | null {
  const end = left.length - SAVED_END.length;
  return end >= 0 && left.subarray(end).equals(SAVED_END) ? left.subarray(0, end) : null;
}

/** Once: what is kept is never written over, but where keeping it broke off. */
async function keep(folder: RemoteFolder, content: Buffer): Promise<void> {
  const kept = await folder.read(KEPT_FILE, MOST_BYTES);
  const isCut = kept !== null && kept.length < content.length && content.indexOf(kept) === 0;
  if (kept === null || isCut) await writeWhole(folder, KEPT_FILE, content);
}

/** A disk that is full may take half a file, and say nothing. */
async function writeWhole(folder: RemoteFolder, name: string, content: Buffer): Promise<void> {
  await folder.write(name, content);
  await refuseOther(folder, name, content);
}

async function refuseOther(folder: RemoteFolder, name: string, content: Buffer): Promise<void> {
  const found = await folder.read(name, MOST_SAVED);
  if (found === null || !found.equals(content)) throw new RemoteFailure('not-kept');
}
