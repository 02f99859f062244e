import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database.ts';
import { systemErrorCode } from '../embedded/errors.ts';
import { sameSecret, type Secrets } from './secrets.ts';

const FILE = 'secret.key';
const KEY_BYTES = 32;
const CHECK = 'secret-key-check';

/** The secret key is unreadable, or is not the one that this database was used with. */
export class SecretKeyError extends Error {
  readonly kind = 'secret-key';
}

/**
 * The host's secret key, of 32 bytes, from `secret.key` in the data folder, which is made (0600) when it is
 * missing; of two processes that make it at once, both get the same. Throws `SecretKeyError`.
 */
export async function loadSecretKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, FILE);
  const existing = await readKey(path);
  if (existing !== null) return existing;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
    await linkUnlessThere(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readKey(path);
  if (made === null) throw new SecretKeyError(`The key file ${path} vanished while it was made.`);
  return made;
}

/**
 * Refuses to start with a key other than the one that the database was first used with: the passwords in it
 * would not open. Throws `SecretKeyError`.
 */
export async function checkSecretKey(db: Database, secrets: Secrets): Promise<void> {
  const mine = secrets.mac('key check', CHECK);
  await db
    .insertInto('host_values')
    .values({ key: CHECK, value: mine.toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('host_values')
    .select('value')
    .where('key', '=', CHECK)
    .executeTakeFirstOrThrow();
  if (sameSecret(Buffer.from(row.value, 'hex'), mine)) return;
  throw new SecretKeyError(
    `The file ${FILE} in MUSTER_DATA does not belong to this database: put back the one that was used with it.`,
  );
}

async function readKey(path: string): Promise<Buffer | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw new SecretKeyError(`The key file ${path} cannot be read: check its permissions.`, {
      cause: error,
    });
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new SecretKeyError(`The key file ${path} is damaged: put back the one that was there.`);
}

async function linkUnlessThere(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}
