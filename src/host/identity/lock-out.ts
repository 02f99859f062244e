import { addressKey } from './address-key.ts';
import type { Database, Trx } from '../store/database.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import { nameKey } from './accounts.ts';

/** Attempts that cost nothing. */
const FREE_FAILURES = 5;
const FIRST_LOCK_MS = 30_000;
const LONGEST_LOCK_MS = 3_600_000;
/** After so long without a failure, all are forgotten. */
const FORGET_MS = 86_400_000;

export interface Failures {
  readonly failures: number;
  readonly last_at: number;
  readonly locked_until: number;
}

/** No attempt is taken before this moment. */
export interface Refusal {
  readonly kind: 'locked';
  readonly until: number;
}

export type Attempt = Refusal | { readonly kind: 'allowed'; readonly next: Failures };

/**
 * Decides on an attempt to sign in, which counts as failed until it succeeds: five are free, and each
 * further failure locks for twice as long, from 30 s to an hour.
 */
export function decideAttempt(known: Failures | null, now: number): Attempt {
  if (known !== null && known.locked_until > now) {
    return { kind: 'locked', until: known.locked_until };
  }
  const before = known === null || now - known.last_at > FORGET_MS ? 0 : known.failures;
  const failures = before + 1;
  const over = failures - FREE_FAILURES;
  const lock = over < 0 ? 0 : Math.min(LONGEST_LOCK_MS, FIRST_LOCK_MS * 2 ** over);
  return { kind: 'allowed', next: { failures, last_at: now, locked_until: now + lock } };
}

/**
 * What attempts are counted by: the name that was typed, known or not, and the address it came from. A
 * keyed hash, since people type passwords into the wrong field.
 */
export function attemptKey(secrets: Secrets, identifier: string, address: string): Buffer {
  return secrets.mac('sign-in', `${nameKey(identifier)} ${addressKey(address)}`);
}

/** What an attempt is counted by, and who decides by the count. */
export interface Counter {
  readonly key: Buffer;
  readonly decide: (known: Failures, now: number) => Attempt;
}

/** Counts an attempt before its password is looked at, so that attempts at once cannot pass together; null: go on. */
export function beginAttempt(db: Database, key: Buffer, now: number): Promise<Refusal | null> {
  return countAttempt(db, [{ key, decide: decideAttempt }], now);
}

/** The same by several counters, in the same order everywhere: what one of them refuses is counted by none. */
export async function countAttempt(
  db: Database,
  counters: readonly Counter[],
  now: number,
): Promise<Refusal | null> {
  return db.transaction().execute(async (trx) => {
    const counted: { readonly key: Buffer; readonly next: Failures }[] = [];
    for (const { key, decide } of counters) {
      const attempt = decide(await lockFailures(trx, key, now), now);
      if (attempt.kind === 'locked') return attempt;
      counted.push({ key, next: attempt.next });
    }
    for (const { key, next } of counted) {
      await trx.updateTable('sign_in_failures').set(next).where('key', '=', key).execute();
    }
    return null;
  });
}

async function lockFailures(trx: Trx, key: Buffer, now: number): Promise<Failures> {
  await trx
    .insertInto('sign_in_failures')
    .values({ key, failures: 0, last_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom('sign_in_failures')
    .select(['failures', 'last_at', 'locked_until'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The attempt succeeded: forgets those before it. */
export async function forgetAttempts(trx: Trx, key: Buffer): Promise<void> {
  await trx.deleteFrom('sign_in_failures').where('key', '=', key).execute();
}

/** Forgets what no decision looks at any more. */
export async function sweepAttempts(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('last_at', '<', now - FORGET_MS)
    .execute();
}
