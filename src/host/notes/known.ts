import { sql } from 'kysely';
import type { AddedOf, KnownOf } from '../../domain/resources/rules.ts';
import { MERGE_LOCK, resolvePlayer } from '../players/merge.ts';
import type { Trx } from '../store/database.ts';

/** The player as they are known now, with the name that they had last; null for one whom nobody has seen. */
export async function knownOfNote(
  trx: Trx,
  { player_id }: AddedOf<'notes'>,
): Promise<KnownOf<'notes'> | null> {
  // Whoever becomes another one from now on is found by the job that moves rows.
  await sql`select pg_advisory_xact_lock_shared(${MERGE_LOCK})`.execute(trx);
  const known = await resolvePlayer(trx, player_id);
  if (known === null) return null;
  const player = await trx
    .selectFrom('players')
    .select(['muster_id as player_id', 'name as player_name'])
    .where('muster_id', '=', known)
    .executeTakeFirst();
  return player ?? null;
}
