import { execFile } from 'node:child_process';
import { readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { systemErrorCode } from './errors.ts';

const run = promisify(execFile);

/**
 * Whether the living process `pid` is the PostgreSQL server of that cluster, and not a stranger that was
 * given the id after the server's death.
 */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') return linuxCheck(pid, cluster);
  if (process.platform === 'win32') {
    const { stdout } = await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']);
    return stdout.toLowerCase().includes('"postgres.exe"');
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]);
  return stdout.includes('postgres') && stdout.includes(cluster);
}

/** The server's program is `postgres`, and its working directory is its cluster. */
async function linuxCheck(pid: number, cluster: string): Promise<boolean> {
  try {
    const program = basename(await readlink(`/proc/${pid}/exe`));
    if (!program.startsWith('postgres')) return false;
    const [actual, expected] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)]);
    return actual.dev === expected.dev && actual.ino === expected.ino;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM')
      return false;
    throw error;
  }
}
