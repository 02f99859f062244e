import type { Secrets } from '../store/secrets/secrets.ts';
import { sameSecret } from '../store/secrets/secrets.ts';

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 12;

/**
 * The code that founding asks for from elsewhere: 60 bits that follow from the secret key, so that every
 * host of a database prints the same one.
 */
export function setupCode(secrets: Secrets): string {
  const bytes = secrets.mac('setup code', 'founding').subarray(0, LENGTH);
  const letters = [...bytes].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return letters.replace(/(....)(?=.)/g, '$1-');
}

/** Whether what was typed is the code; case, spaces and dashes do not matter. */
export function setupCodeFits(secrets: Secrets, typed: string | undefined): boolean {
  const plain = (text: string) => text.toUpperCase().replace(/[\s-]/g, '');
  return sameSecret(
    secrets.mac('setup code typed', plain(typed ?? '')),
    secrets.mac('setup code typed', plain(setupCode(secrets))),
  );
}
