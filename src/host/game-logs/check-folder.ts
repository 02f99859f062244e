import { HostError } from '../calls/host-error.ts';
import { openGivenFolder, type AccessProblem } from './folder.ts';

const TEXT: Readonly<Record<AccessProblem, string>> = {
  'no-root': 'No folder of this machine is read: the operator has not set MUSTER_LOG_ROOT.',
  outside:
    'The log folder must be one that the operator gave to the owner of the server and to you.',
  missing: 'There is no such folder.',
  unreadable: 'The folder cannot be read.',
};

/** Refuses a log folder that may not be read, or cannot. `given`: what one account was given. */
export async function checkLogFolder(
  root: string | undefined,
  given: readonly string[],
  folder: string,
): Promise<void> {
  const opened = await openGivenFolder(root, given, folder);
  if (!opened.ok) throw new HostError('log-folder-refused', TEXT[opened.problem]);
}
