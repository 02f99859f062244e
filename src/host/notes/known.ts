import type { AddedOf, KnownOf } from '../../domain/resources/rules.ts';
import { HostError } from '../calls/host-error.ts';
import { holdMerges, resolvePlayer } from '../players/merge.ts';
import type { Trx } from '../store/database.ts';

/**
 * The player as this server knows them, with the name that they had here last. One who never was here is refused:
 * what other servers know of them is not this one's to tell.
 */
export async function knownOfNote(
  trx: Trx,
  server_id: string,
  { player_id }: AddedOf<'notes'>,
): Promise<KnownOf<'notes'>> {
  // Whoever becomes another one from now on is found by the job that moves rows.
  await holdMerges(trx);
  const known = (await resolvePlayer(trx, player_id)) ?? player_id;
  const stay = await trx
    .selectFrom('play_sessions')
    .select('name as player_name')
    .where('server_id', '=', server_id)
    .where('muster_id', '=', known)
    .orderBy('joined_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (stay !== undefined) return { ...stay, player_id: known };
  throw new HostError('not-found', 'This player was never on this server.');
}
