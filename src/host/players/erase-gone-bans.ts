/** Bans of followed lists of other installations that hold no more: nothing but hashes says whom they were about. */
import { sql } from 'kysely';
import { kindOfKey } from '../../domain/bans/keys.ts';
import type { Database } from '../store/database.ts';
import type { Secrets } from '../store/secrets/secrets.ts';

/** The purpose of those hashes. */
export const GONE_BAN = 'gone ban';
const MARK_BYTES = 16;

/** A keyed hash of what a ban found somebody by, as it is kept. */
export function markOf(hash: Buffer): string {
  return hash.toString('hex', 0, MARK_BYTES);
}

/**
 * Whoever is found by these keys is erased: bans that were about them do not come back, and others come without their
 * address.
 */
export async function eraseGone(
  db: Database,
  secrets: Pick<Secrets, 'mac'>,
  keys: readonly string[],
): Promise<void> {
  const marksOf = (some: readonly string[]) =>
    some.map((key) => markOf(secrets.mac(GONE_BAN, key)));
  const named = marksOf(keys.filter((key) => kindOfKey(key) !== 'address'));
  const addresses = marksOf(keys.filter((key) => kindOfKey(key) === 'address'));
  await sql`
    update remote_bans set erased = true, known_by = null, gone_at = null
    where known_by is not null and (
      known_by && ${named}::text[]
      or (known_by && ${addresses}::text[] and cardinality(known_by) = 1)
    )
  `.execute(db);
  await sql`
    update remote_bans set without_addresses = true, known_by = array(
      select unnest(known_by) except select unnest(${addresses}::text[])
    )
    where known_by is not null and known_by && ${addresses}::text[]
  `.execute(db);
}
