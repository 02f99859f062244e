import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chown,
  mkdtemp,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts';
import { handOver, lastHandedOver } from './hand-over.ts';
import type { ServerUser } from './server-user.ts';

const run = promisify(execFile);

/** The cluster's superuser, and the role that Muster connects as. */
export const superuser = 'muster';
const majorVersion = '18';
const draftPrefix = 'postgres.new-';

/** The folder of the cluster inside the data folder. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/** Whose the cluster is; null before there is one. */
export async function clusterOwner(dataDir: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const { uid, gid } = await stat(join(clusterFolder(dataDir), lastHandedOver));
    return { uid, gid };
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Makes the cluster unless it is there. `initdb` works in a folder of another name, which is renamed when
 * it is whole: a kill at any moment leaves either no cluster or a good one. Call it under the folder's lock.
 *
 * Throws `EmbeddedPostgresError` of kind `failed` (initdb) or `version` (made by another major version).
 */
export async function ensureCluster(
  dataDir: string,
  binaries: Binaries,
  user: ServerUser,
): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(draftPrefix)) {
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
    }
  }
  const cluster = clusterFolder(dataDir);
  const version = await readVersion(cluster);
  if (version === majorVersion) return;
  if (version !== null) {
    throw new EmbeddedPostgresError(
      'version',
      `The database in ${cluster} was made by PostgreSQL ${version} and this Muster brings ${majorVersion}: move it with the Muster that made it, or set MUSTER_DATA to another folder.`,
    );
  }
  const draft = await mkdtemp(join(dataDir, draftPrefix));
  const { uid, gid = uid } = user.maker;
  if (uid !== undefined && gid !== undefined) await chown(draft, uid, gid);
  await initialise(dataDir, draft, binaries, user);
  await handOver(draft, user.ids);
  await rename(draft, cluster);
  await syncFolder(dataDir);
}

/** The password of the superuser where the server listens on loopback (Windows), else null. */
export async function readPassword(dataDir: string): Promise<string | null> {
  if (process.platform !== 'win32') return null;
  return (await readFile(passwordFile(dataDir), 'utf8')).trim();
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password');
}

async function initialise(
  dataDir: string,
  draft: string,
  binaries: Binaries,
  user: ServerUser,
): Promise<void> {
  const authentication =
    process.platform === 'win32'
      ? ['--auth=scram-sha-256', `--pwfile=${passwordFile(dataDir)}`]
      : ['--auth=peer'];
  if (process.platform === 'win32') {
    await writeFile(passwordFile(dataDir), randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  try {
    await run(
      binaries.initdb,
      [
        `--pgdata=${user.folderByCwd ? '/proc/self/cwd' : draft}`,
        `--username=${superuser}`,
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...authentication,
      ],
      { ...user.maker, cwd: draft, env: serverEnvironment() },
    );
  } catch (error) {
    const reason = lastLine(error);
    // PostgreSQL wants a name for the user that it runs as.
    const advice = reason.includes('look up effective user')
      ? 'give the user that runs Muster an entry in /etc/passwd, or set DATABASE_URL'
      : 'check the space and the permissions there';
    throw new EmbeddedPostgresError(
      'failed',
      `PostgreSQL could not make its folder in ${dataDir} (${reason}): ${advice}.`,
      { cause: error },
    );
  }
}

/** The environment of the server's processes: nothing of the person's `PG…` variables reaches them. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP'];
  const inherited = Object.entries(process.env).filter(([name]) => kept.includes(name));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
}

function lastLine(error: unknown): string {
  const text =
    error instanceof Error && 'stderr' in error && typeof error.stderr === 'string'
      ? error.stderr
      : String(error);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (lines.findLast((line) => line.includes('error:')) ?? lines.at(-1) ?? text).trim();
}

async function readVersion(cluster: string): Promise<string | null> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
