import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { systemErrorCode } from './errors.ts';
import type { PostmasterOptions } from './postmaster-options.ts';

const run = promisify(execFile);

/** PostgreSQL's shutdown modes by signal, gentlest first, and how long each may take. */
const steps = [
  { signal: 'SIGINT', mode: 'fast', patienceMs: 15_000 },
  { signal: 'SIGQUIT', mode: 'immediate', patienceMs: 5_000 },
  { signal: 'SIGKILL', mode: 'immediate', patienceMs: 5_000 },
] as const;

/** Ends a server and waits until it is gone. Does nothing when it has ended already. */
export async function terminate(
  pid: number,
  ended: Promise<void>,
  options: Pick<PostmasterOptions, 'binaries' | 'cluster'>,
): Promise<void> {
  if (await endsWithin(ended, 0)) return;
  for (const step of steps) {
    if (process.platform === 'win32') {
      const patience = String(step.patienceMs / 1000);
      const order = ['stop', '-D', options.cluster, '-m', step.mode, '-t', patience];
      await run(options.binaries.pgCtl, order);
    } else if (!signal(pid, step.signal)) {
      return;
    }
    if (await endsWithin(ended, step.patienceMs)) return;
  }
  throw new Error(`The PostgreSQL process ${pid} does not end.`);
}

/** False when the process is gone already. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ESRCH') return false;
    throw error;
  }
}

async function endsWithin(ended: Promise<void>, patienceMs: number): Promise<boolean> {
  const patience = new AbortController();
  const timeout = delay(patienceMs, false, { signal: patience.signal }).catch((error: unknown) => {
    if (patience.signal.aborted) return false;
    throw error;
  });
  try {
    return await Promise.race([ended.then(() => true), timeout]);
  } finally {
    patience.abort();
  }
}
