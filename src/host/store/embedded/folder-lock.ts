import { link, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts';
import { processIdentity } from './process-identity.ts';

const prefix = 'owner.';

interface Owner {
  readonly pid: number;
  readonly identity: string;
}

/** A data folder that this process owns until `release`, or until it dies. */
export interface FolderLock {
  /** Gives the folder up. Calling it again does nothing. */
  release(): Promise<void>;
}

/**
 * Takes the data folder for this process. The owner is a file `owner.<n>` that names a process and when
 * it started, so an owner that was killed holds nothing, not even when its id is in use again. A dead
 * owner's successor makes `owner.<n + 1>`, which only one process can: nothing is removed before it is
 * superseded, so two successors cannot both win.
 *
 * Throws `EmbeddedPostgresError` of kind `in-use` when another living process owns it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const identity = await processIdentity(process.pid);
  if (identity === null) throw new Error('This process does not find itself.');
  const own: Owner = { pid: process.pid, identity };
  for (;;) {
    const last = Math.max(0, ...(await generations(folder)));
    if (last > 0) await refuseIfAlive(folder, last);
    const mine = last + 1;
    if (!(await claim(folder, mine, own))) continue;
    const all = await generations(folder);
    if (all.some((generation) => generation > mine)) {
      // The list was old: others came, went and were swept away in the meantime.
      await rm(ownerFile(folder, mine), { force: true });
      continue;
    }
    for (const older of all.filter((generation) => generation < mine)) {
      await rm(ownerFile(folder, older), { force: true });
    }
    return { release: () => rm(ownerFile(folder, mine), { force: true }) };
  }
}

async function refuseIfAlive(folder: string, generation: number): Promise<void> {
  const owner = await readOwner(folder, generation);
  if (owner === null || (await processIdentity(owner.pid)) !== owner.identity) return;
  throw new EmbeddedPostgresError(
    'in-use',
    `The data folder ${folder} is in use by another Muster (process ${owner.pid}): stop that one, or set MUSTER_DATA to another folder.`,
  );
}

/** Makes the owner's file with its content in one step; false when somebody else was first. */
async function claim(folder: string, generation: number, owner: Owner): Promise<boolean> {
  const draft = join(folder, `claim.${owner.pid}.${crypto.randomUUID()}`);
  await writeFile(draft, JSON.stringify(owner), { mode: 0o600 });
  try {
    await link(draft, ownerFile(folder, generation));
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function generations(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.startsWith(prefix))
    .map((name) => Number(name.slice(prefix.length)))
    .filter((generation) => Number.isSafeInteger(generation) && generation > 0);
}

async function readOwner(folder: string, generation: number): Promise<Owner | null> {
  try {
    const value: unknown = JSON.parse(await readFile(ownerFile(folder, generation), 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    if (!('pid' in value) || typeof value.pid !== 'number') return null;
    if (!('identity' in value) || typeof value.identity !== 'string') return null;
    return { pid: value.pid, identity: value.identity };
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function ownerFile(folder: string, generation: number): string {
  return join(folder, `${prefix}${generation}`);
}
