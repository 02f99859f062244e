import { mkdtemp, open, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The longest path of a Unix socket in bytes: 107 on Linux, 103 on macOS. */
const longestPath = 103;

/** A name of the cluster's folder through which its socket can be connected to. */
export interface SocketFolder {
  readonly path: string;
  /** Gives back what the short name needed. */
  close(): Promise<void>;
}

/**
 * The socket lies in the cluster's own folder, which nobody else may enter. Where that path is too long for
 * a socket's address, this gives a short name of the same folder: on Linux an open descriptor's, which no
 * cleaning of temporary folders can remove; elsewhere a symbolic link.
 */
export async function socketFolder(cluster: string, port: number): Promise<SocketFolder> {
  const fits = Buffer.byteLength(join(cluster, `.s.PGSQL.${port}`)) <= longestPath;
  if (fits) return { path: cluster, close: async () => undefined };
  if (process.platform === 'linux') {
    const handle = await open(cluster, 'r');
    return { path: `/proc/${process.pid}/fd/${handle.fd}`, close: () => handle.close() };
  }
  const folder = await mkdtemp(join(tmpdir(), 'muster-'));
  const path = join(folder, 's');
  await symlink(cluster, path);
  return { path, close: () => rm(folder, { recursive: true, force: true }) };
}
