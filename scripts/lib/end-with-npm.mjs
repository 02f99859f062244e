import { readFileSync } from 'node:fs';

const checkMs = 500;

/**
 * Ends this process, as SIGTERM would, when the npm that started it has ended. npm passes a signal only to
 * the shell between, which dies of it without passing it on: the host would live on unseen, and hold its
 * port and its data folder against the next start.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, checkMs);
  timer.unref();
}

/**
 * The parent of a process; null where the system does not tell it in a file.
 * @param {number} pid
 */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
