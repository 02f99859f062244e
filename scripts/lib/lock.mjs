import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PlainError, projectDir, say, scriptDataDir } from './project.mjs';

const prefix = 'lock.';

/**
 * Runs `work` while no other script of this project does such work. The lock is held by a file
 * `lock.<n>` that names a process and its start; the successor of a process that died makes
 * `lock.<n + 1>`, which only one can.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withLock(work) {
  const own = await acquire();
  try {
    return await work();
  } finally {
    rmSync(own, { force: true });
  }
}

/** @returns {Promise<string>} the lock's file */
async function acquire() {
  try {
    mkdirSync(scriptDataDir, { recursive: true });
    let told = false;
    for (;;) {
      const file = tryAcquire();
      if (file !== null) return file;
      if (!told) say('Another command prepares this folder: waiting for it.');
      told = true;
      await delay(200);
    }
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') throw error;
    throw new PlainError(
      `Something must be installed or built, and ${projectDir} cannot be written to: run 'npm run build' there once as the user that owns it.`,
    );
  }
}

/** @returns {string | null} the lock's file, or null while another process holds the lock */
function tryAcquire() {
  const last = Math.max(0, ...generations());
  if (last > 0 && holderLives(lockFile(last))) return null;
  const own = lockFile(last + 1);
  const draft = join(scriptDataDir, `draft.${process.pid}`);
  writeFileSync(draft, JSON.stringify({ pid: process.pid, start: startOf(process.pid) }));
  try {
    linkSync(draft, own);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return null;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const all = generations();
  if (all.some((generation) => generation > last + 1)) {
    rmSync(own, { force: true });
    return null;
  }
  for (const generation of all) {
    if (generation <= last) rmSync(lockFile(generation), { force: true });
  }
  return own;
}

/** @returns {number[]} */
function generations() {
  return readdirSync(scriptDataDir)
    .filter((name) => name.startsWith(prefix))
    .map((name) => Number(name.slice(prefix.length)));
}

/** @param {number} generation */
function lockFile(generation) {
  return join(scriptDataDir, `${prefix}${generation}`);
}

/** @param {string} file */
function holderLives(file) {
  try {
    const { pid, start } = JSON.parse(readFileSync(file, 'utf8'));
    return startOf(pid) === start;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * When a living process started, as a text that no later process with the same id has; null for none.
 * @param {number} pid
 * @returns {string | null}
 */
function startOf(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return null;
  }
  try {
    if (process.platform === 'win32') return 'alive';
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${stat.slice(stat.lastIndexOf(')')).split(' ')[20]}`;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}

/**
 * @param {unknown} error
 * @returns {unknown}
 */
function errorCode(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
