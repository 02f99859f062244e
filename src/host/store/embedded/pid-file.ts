import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from './errors.ts';

/** What `postmaster.pid` says of a running server. */
export interface PidFile {
  readonly pid: number;
  /** The TCP port, also part of the socket's name. */
  readonly port: number;
  /** Whether it takes connections now. */
  readonly ready: boolean;
}

/**
 * Reads the text of a `postmaster.pid` (PostgreSQL's `pidfile.h`: pid, folder, start, port, socket folder,
 * address, shared memory, status). Null when it is not whole, as while it is being written.
 */
export function parsePidFile(text: string): PidFile | null {
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  return {
    pid,
    port: Number.isSafeInteger(port) ? port : 0,
    ready: lines[7]?.trim() === 'ready',
  };
}

/** Reads the `postmaster.pid` of a cluster; null when there is none. */
export async function readPidFile(cluster: string): Promise<PidFile | null> {
  try {
    return parsePidFile(await readFile(join(cluster, 'postmaster.pid'), 'utf8'));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
