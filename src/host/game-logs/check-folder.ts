import { HostError } from '../http/host-error.ts';
import { openLogFolder, type AccessProblem } from './folder.ts';

const TEXT: Readonly<Record<AccessProblem, string>> = {
  'no-root': 'No folder of this machine is read: the operator has not set MUSTER_LOG_ROOT.',
  outside: 'The log folder must be an absolute path below MUSTER_LOG_ROOT.',
  missing: 'There is no such folder.',
  unreadable: 'The folder cannot be read.',
};

/** Refuses a log folder that may not be read, or cannot. */
export async function checkLogFolder(root: string | undefined, folder: string): Promise<void> {
  const opened = await openLogFolder(root, folder);
  if (!opened.ok) throw new HostError('log-folder-refused', TEXT[opened.problem]);
}
