/** The key of this installation, by which others know it, and what is signed by it and by theirs. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import type { Database } from '../store/database.ts';
import type { Secrets } from '../store/secrets/secrets.ts';

/** What this installation signs with. */
export interface InstallationKey {
  /** Raw, as base64url. */
  readonly publicKey: string;
  sign(text: string): string;
}

const CONTEXT = 'installation/key';

/** Reads it; makes it where nothing was signed yet. */
export async function installationKey(
  { db, secrets }: { readonly db: Database; readonly secrets: Pick<Secrets, 'seal' | 'open'> },
  now: number,
): Promise<InstallationKey> {
  const kept = await readKey(db);
  if (kept !== undefined) return opened(secrets, kept);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const sealed = secrets.seal(
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    CONTEXT,
  );
  const row = { public_key: rawOf(publicKey), sealed_key: sealed, created_at: now };
  // Another host may make one at the same moment.
  await db
    .insertInto('installation_key')
    .values(row)
    .onConflict((c) => c.doNothing())
    .execute();
  return opened(secrets, (await readKey(db)) ?? row);
}

function readKey(db: Database) {
  return db.selectFrom('installation_key').select(['public_key', 'sealed_key']).executeTakeFirst();
}

function opened(
  secrets: Pick<Secrets, 'open'>,
  { public_key, sealed_key }: { readonly public_key: string; readonly sealed_key: Buffer },
): InstallationKey {
  const key = createPrivateKey(secrets.open(sealed_key, CONTEXT));
  return {
    publicKey: public_key,
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  };
}

/** Whether a text is signed by the key of an installation. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey },
      format: 'jwk',
    });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

/** By what people and links know a key. */
export function fingerprintOf(publicKey: string): string {
  return createHash('sha256')
    .update(Buffer.from(publicKey, 'base64url'))
    .digest('hex')
    .slice(0, 32);
}

function rawOf(key: KeyObject): string {
  return key.export({ format: 'jwk' }).x ?? '';
}
