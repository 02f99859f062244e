/**
 * Bans of other installations that hold here no more. Nothing says any more whom one was about, and there it can be put into force
 * again: keyed hashes of what it found somebody by are kept for a year, so that whoever is erased here by then stays away.
 */
import { sql } from 'kysely';
import { kindOfKey } from '../../domain/bans/keys.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { GONE_BAN, markOf } from '../players/erase-gone-bans.ts';
import { macWith, type Secrets } from '../store/secrets/secrets.ts';
import type { Database, Trx } from '../store/database.ts';
import { deleteInBatches } from '../store/delete-in-batches.ts';

/** The number of a ban that holds here no more: others begin at 1. */
export const GONE = 0;
const KEPT = 365 * 86_400_000;

/** By which keys whoever is erased is known to have been meant: a ban of many addresses is nobody's. */
function telling(keys: readonly string[]): readonly string[] {
  return keys.length === 1 || keys.some((key) => kindOfKey(key) !== 'address') ? keys : [];
}

/** Keeps of bans that are about to be removed what they are known by, and no more. */
export async function keepGone(
  trx: Trx,
  secrets: Pick<Secrets, 'macKey'>,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: string; keys: readonly string[] }>`
    select r.ban_id as id, array_agg(k.key order by k.key) as keys
    from remote_bans r join ban_keys k on k.ban_id = r.ban_id
    where r.ban_id = any(${ids}::text[]) and not r.erased group by r.ban_id
  `.execute(trx);
  const macKey = secrets.macKey(GONE_BAN);
  const mark = (key: string) => markOf(macWith(macKey, key));
  const known = rows.map(({ id, keys }) => ({ id, marks: telling(keys).map(mark).join(' ') }));
  await sql`
    update remote_bans r set number = ${GONE}, gone_at = ${now}::bigint,
      known_by = string_to_array(nullif(t.marks, ''), ' ')
    from unnest(
      ${known.map(({ id }) => id)}::text[], ${known.map(({ marks }) => marks)}::text[]
    ) as t (id, marks)
    where r.ban_id = t.id
  `.execute(trx);
  await sql`
    update remote_bans set number = ${GONE}
    where ban_id = any(${ids}::text[]) and (erased or without_addresses)
  `.execute(trx);
  await sql`
    delete from remote_bans where ban_id = any(${ids}::text[])
      and not erased and not without_addresses and known_by is null
  `.execute(trx);
}

/**
 * Forgets those that are gone for long, and of each list all but so many that went last: whoever is followed could tell of ever
 * new ones, and take them back.
 */
export async function pruneGone(
  db: Database,
  now: number,
  most: number = BAN_LIMIT.bans,
): Promise<void> {
  const { rows: full } = await sql<{ list: string; gone_at: number }>`
    select r.id as list, g.gone_at from remote_lists r cross join lateral (
      select gone_at from remote_bans where banlist_id = r.id and gone_at is not null
      order by gone_at desc offset ${most}::int limit 1
    ) g
  `.execute(db);
  for (const { list, gone_at } of full) {
    await deleteInBatches(
      db,
      'remote_bans',
      sql`banlist_id = ${list} and gone_at <= ${gone_at}::bigint and not erased and not without_addresses`,
    );
  }
  await deleteInBatches(
    db,
    'remote_bans',
    sql`gone_at < ${now - KEPT}::bigint and not erased and not without_addresses`,
  );
  await sql`
    update remote_bans set known_by = null, gone_at = null where gone_at < ${now - KEPT}::bigint
  `.execute(db);
}
