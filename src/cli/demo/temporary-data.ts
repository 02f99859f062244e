import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterOwner } from '../../host/store/embedded/cluster.ts';
import { EmbeddedPostgresError } from '../../host/store/embedded/errors.ts';
import { lockFolder } from '../../host/store/embedded/folder-lock.ts';
import { startPostgres } from '../../host/store/embedded/postgres.ts';

const PREFIX = 'muster-demo-';
/** So long a demo that starts takes at most from its folder to its lock. */
const STARTS_MS = 60_000;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A folder for one demo; the caller removes it. */
export function makeDemoFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), PREFIX));
}

export async function removeDemoFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Removes what demos left behind that were killed, and ends their databases. `except`: the own folder. */
export async function sweepDemoFolders(except: string): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (!name.startsWith(PREFIX) || folder === except) continue;
    try {
      if (await isStarting(folder)) continue;
      await takeOver(folder);
      await removeDemoFolder(folder);
    } catch (error) {
      // Another demo's that is alive or about to be, another user's, or another demo has just swept it: theirs to remove.
      if (!(error instanceof EmbeddedPostgresError || isTheirs(error))) throw error;
    }
  }
}

/** It was made just now, and has no cluster yet: its demo may not have come to lock it. */
async function isStarting(folder: string): Promise<boolean> {
  if ((await clusterOwner(folder)) !== null) return false;
  return Math.abs(Date.now() - (await stat(folder)).mtimeMs) < STARTS_MS;
}

/** Taking a folder over is how to tell that nobody has it, and ends a server that was left alone. */
async function takeOver(folder: string): Promise<void> {
  // Killed while its cluster was made or removed, it has no server, and what there is would be in the way of one.
  if ((await clusterOwner(folder)) === null) await lockFolder(folder);
  else await (await startPostgres({ dataDir: folder, log: quiet })).stop();
}

function isTheirs(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return ['EACCES', 'EPERM', 'ENOENT', 'ENOTEMPTY'].includes(String(code));
}
