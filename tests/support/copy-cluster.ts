import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Copies the cluster of a data folder at rest into another, with the owners of its files. Windows has no command
 * for that: whoever starts there makes a cluster of their own.
 */
export async function copyCluster(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') return;
  await promisify(execFile)('cp', ['-a', join(from, 'postgres'), join(to, 'postgres')]);
}
