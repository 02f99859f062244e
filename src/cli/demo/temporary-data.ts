import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError } from '../../host/store/embedded/errors.ts';
import { startPostgres } from '../../host/store/embedded/postgres.ts';

const PREFIX = 'muster-demo-';
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
      // Taking the folder over is how to tell that nobody has it, and ends a server that was left alone.
      const left = await startPostgres({ dataDir: folder, log: quiet });
      await left.stop();
      await removeDemoFolder(folder);
    } catch (error) {
      // Another demo's that is alive, or another user's: theirs to remove.
      if (!(error instanceof EmbeddedPostgresError)) throw error;
    }
  }
}
