import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Copies the cluster of a data folder at rest into another, with the owners of its files, where they matter. */
export async function copyCluster(from: string, to: string): Promise<void> {
  const [cluster, copy] = [join(from, 'postgres'), join(to, 'postgres')];
  if (process.platform === 'win32') await cp(cluster, copy, { recursive: true });
  else await promisify(execFile)('cp', ['-a', cluster, copy]);
}
