import { chown, open, readFile, rename } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { superuser } from './cluster.ts';
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts';
import type { ServerUser } from './server-user.ts';

const REMARK = '# Muster writes this file at every start.';

/**
 * Writes whom the server lets in as the superuser: the user of this process, and root, who can read everything
 * anyway and gives commands by `sudo`. The kernel names them at the socket's other end (`peer`): there is no
 * password to keep, and none to lose. Windows has no such thing: there, `initdb` made a password the rule.
 *
 * Throws `EmbeddedPostgresError` of kind `failed` where this user has no name.
 */
export async function writeLogInRule(cluster: string, { ids }: ServerUser): Promise<void> {
  if (process.platform === 'win32') return;
  const rule = `${REMARK}\nlocal all ${superuser} peer map=muster\n`;
  const names = new Set([ownName(), 'root']);
  const map = [REMARK, ...[...names].map((name) => `muster "${name}" ${superuser}`), ''].join('\n');
  for (const [name, text] of [
    ['pg_ident.conf', map],
    ['pg_hba.conf', rule],
  ] as const) {
    const path = join(cluster, name);
    if ((await contentOf(path)) === text) continue;
    const draft = `${path}.muster-${crypto.randomUUID()}`;
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    if (ids.uid !== undefined) await chown(draft, ids.uid, ids.gid ?? ids.uid);
    await rename(draft, path);
  }
}

/** As the server finds it, by the number that the kernel tells. */
function ownName(): string {
  try {
    return userInfo().username.replaceAll('"', '""');
  } catch (error) {
    throw new EmbeddedPostgresError(
      'failed',
      'The user that runs Muster has no name: give it an entry in /etc/passwd, or set DATABASE_URL.',
      { cause: error },
    );
  }
}

async function contentOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
