import { addressKey } from '../identity/address-key.ts';
import type { Database } from '../store/database.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import { nameKey } from '../identity/accounts.ts';
import type { Attempt, Failures } from '../identity/lock-out.ts';

/** Attempts on one name, wherever they come from, that cost nothing. */
const FREE_ATTEMPTS = 20;
/** Beyond those, one in so many milliseconds: some 2,900 guesses in a day, from however many addresses. */
const NEXT_AFTER_MS = 30_000;

/**
 * Decides on an attempt by what was tried on the name from all addresses: a bucket of twenty that fills up
 * again one by one. Each wait is short, but whoever has many addresses and goes on can take every attempt: then
 * its owner gets in where they are signed in already, or by a reset link.
 */
export function decideThrottled(known: Failures | null, now: number): Attempt {
  const filled =
    known === null ? 0 : Math.max(0, Math.floor((now - known.last_at) / NEXT_AFTER_MS));
  const spent = Math.max(0, (known?.failures ?? 0) - filled);
  const since = known === null || spent === 0 ? now : known.last_at + filled * NEXT_AFTER_MS;
  if (spent >= FREE_ATTEMPTS) return { kind: 'locked', until: since + NEXT_AFTER_MS };
  return { kind: 'allowed', next: { failures: spent + 1, last_at: since, locked_until: since } };
}

/** By the name that was typed, known or not: one count for username and e-mail would tell that they belong together. */
export function throttleKey(secrets: Secrets, identifier: string): Buffer {
  return secrets.mac('sign-in', `name ${nameKey(identifier)}`);
}

/** Whether somebody is signed in to the account from this address: its owner is not made slow there. */
export async function isAtHome(
  db: Database,
  account: string | null,
  address: string,
  now: number,
): Promise<boolean> {
  const rows = await db
    .selectFrom('sessions')
    .select('address')
    .where('account_id', '=', account ?? '')
    .where('expires_at', '>', now)
    .execute();
  return rows.some((row) => addressKey(row.address) === addressKey(address));
}
