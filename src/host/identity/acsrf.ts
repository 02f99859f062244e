import { randomBytes } from 'node:crypto';
import { sameSecret, type Secrets } from '../store/secrets/secrets.ts';

const PURPOSE = 'acsrf';

/**
 * A token for mutating bodies, bound to a session or to an anonymous browser (`binding`): it is of no use
 * with another cookie, and signing in makes the old one worthless.
 */
export function issueAcsrfToken(secrets: Secrets, binding: string): string {
  const nonce = randomBytes(12).toString('base64url');
  return `${nonce}.${signature(secrets, nonce, binding).toString('base64url')}`;
}

/** Whether the token was issued for this binding. */
export function acsrfTokenFits(secrets: Secrets, token: string, binding: string): boolean {
  const [nonce, mac, ...rest] = token.split('.');
  if (nonce === undefined || mac === undefined || rest.length > 0) return false;
  return sameSecret(Buffer.from(mac, 'base64url'), signature(secrets, nonce, binding));
}

function signature(secrets: Secrets, nonce: string, binding: string): Buffer {
  return secrets.mac(PURPOSE, `${nonce} ${binding}`);
}
