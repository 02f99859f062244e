import { sql } from 'kysely';
import type { AddedOf, KnownOf } from '../../domain/resources/rules.ts';
import { MERGE_LOCK, resolvePlayer } from '../players/merge.ts';
import type { Trx } from '../store/database.ts';

/**
 * The player as this server knows them, with the name that they had here last; null for one who never was here: what
 * other servers know of them is not this one's to tell.
 */
export async function knownOfNote(
  trx: Trx,
  server_id: string,
  { player_id }: AddedOf<'notes'>,
): Promise<KnownOf<'notes'> | null> {
  // Whoever becomes another one from now on is found by the job that moves rows.
  await sql`select pg_advisory_xact_lock_shared(${MERGE_LOCK})`.execute(trx);
  const known = await resolvePlayer(trx, player_id);
  if (known === null) return null;
  const stay = await trx
    .selectFrom('play_sessions')
    .select('name as player_name')
    .where('server_id', '=', server_id)
    .where('muster_id', '=', known)
    .orderBy('joined_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return stay === undefined ? null : { ...stay, player_id: known };
}
