import { createHash, randomBytes } from 'node:crypto';

/** A new id: 24 lowercase hexadecimal characters, the first 8 of them the second it was made in. */
export function newId(now: number): string {
  const seconds = Math.floor(now / 1000) % 2 ** 32;
  return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex');
}

/** A new secret token of 32 bytes, as 43 characters that fit in a cookie and in a link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token: its SHA-256. Tokens are random, so it needs no salt. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
