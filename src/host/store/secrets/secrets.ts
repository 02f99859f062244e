import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed text does not open: another key, another context, or it was changed. */
export class SealError extends Error {
  readonly kind = 'seal-broken';
}

/** What the host does with its secret key. Each use has a key of its own, derived by its purpose. */
export interface Secrets {
  /**
   * Seals a text for the database. `context` says whose it is (`server/<id>/rcon-password`): it opens
   * there alone, so that a sealed value cannot be moved to another row.
   */
  seal(text: string, context: string): Buffer;
  /** Throws `SealError`. */
  open(sealed: Buffer, context: string): string;
  /** A keyed hash: 32 bytes. */
  mac(purpose: string, data: string): Buffer;
  /** The key of the hashes of one purpose, for a thread of this process: `macWith` makes the same. */
  macKey(purpose: string): Buffer;
}

/** Makes them of the key of 32 bytes. */
export function secretsOf(key: Buffer): Secrets {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `muster ${purpose}`, 32));
  const sealing = derive('seal');
  return {
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, sealing, nonce);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      const start = 1 + NONCE_BYTES + TAG_BYTES;
      if (sealed.length < start || sealed[0] !== VERSION) {
        throw new SealError(`What is sealed for ${context} has no form that is known.`);
      }
      const decipher = createDecipheriv(ALGORITHM, sealing, sealed.subarray(1, 1 + NONCE_BYTES));
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, start));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]).toString(
          'utf8',
        );
      } catch (error) {
        throw new SealError(`What is sealed for ${context} does not open with this key.`, {
          cause: error,
        });
      }
    },
    mac: (purpose, data) => macWith(derive(`mac ${purpose}`), data),
    macKey: (purpose) => derive(`mac ${purpose}`),
  };
}

/** A keyed hash with the key of its purpose: 32 bytes. */
export function macWith(key: Uint8Array, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

/** Compares two secrets in a time that tells nothing of them. */
export function sameSecret(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
