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

export interface Wanted {
  /** Who comes first, by SteamID64. */
  readonly ids: readonly string[];
  /** Whom Muster put into the file before. */
  readonly isOurs: (id: string) => boolean;
  /** The file is about to have them: nothing is written before this is done. */
  readonly beforeWrite: () => Promise<void>;
}

/** Answers who else is in the file. Throws `RemoteFailure`. */
export async function putFile(
  folder: RemoteFolder,
  { ids, isOurs, beforeWrite }: Wanted,
): Promise<{ readonly foreign: number }> {
  const before = await folder.read(PRIORITY_FILE, MOST_BYTES);
  const merged = mergeFile(before?.toString('utf8') ?? '', ids, isOurs);
  const foreign = merged.foreign.length;
  if (foreign + ids.length > MOST_PEOPLE) throw new RemoteFailure('too-large');
  await beforeWrite();
  if (!merged.changes) return { foreign };
  if (before !== null && merged.loses) await keep(folder, before);
  const content = Buffer.from(merged.text);
  await folder.write(NEW_FILE, content);
  if (!(await folder.replace(PRIORITY_FILE, NEW_FILE))) {
    await folder.write(PRIORITY_FILE, content);
    await folder.remove(NEW_FILE);
  }
  const after = await folder.read(PRIORITY_FILE, MOST_BYTES);
  if (after === null || !after.equals(content)) throw new RemoteFailure('not-kept');
  return { foreign };
}

/** Once: what is kept is never written over. */
async function keep(folder: RemoteFolder, content: Buffer): Promise<void> {
  const kept = await folder.read(KEPT_FILE, MOST_BYTES);
  if (kept === null) await folder.write(KEPT_FILE, content);
}
