import { lchown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserIds } from './server-user.ts';

/** Whose it is says whose the whole cluster is: it changes hands last. */
export const lastHandedOver = 'PG_VERSION';

/**
 * Gives a cluster to a user with every file, from the top down: no folder is read before the former owner has lost
 * it, so that nothing can be put in the way. A kill in the middle leaves `lastHandedOver` with the former owner.
 */
export async function handOver(cluster: string, { uid, gid = uid }: UserIds): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  const last = join(cluster, lastHandedOver);
  await giveFolder(cluster, last, uid, gid);
  await lchown(last, uid, gid);
}

async function giveFolder(folder: string, last: string, uid: number, gid: number): Promise<void> {
  await lchown(folder, uid, gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveFolder(path, last, uid, gid);
    else if (path !== last) await lchown(path, uid, gid);
  }
}
