import type { KnownOf } from '../../domain/resources/rules.ts';
import type { AddedOf } from '../../domain/resources/rule.ts';
import { HostError } from '../calls/host-error.ts';
import { idsOf } from '../identity/persons.ts';
import type { Trx } from '../store/database.ts';

/**
 * The player as this server knows them, with the name and under the id that they had here last. One who never was
 * here is refused: what other servers know of them is not this one's to tell.
 */
export async function knownOfNote(
  trx: Trx,
  server_id: string,
  { player_id }: AddedOf<'notes'>,
): Promise<KnownOf<'notes'>> {
  const stay = await trx
    .selectFrom('play_sessions')
    .select(['name as player_name', 'muster_id'])
    .where('server_id', '=', server_id)
    .where('muster_id', 'in', await idsOf(trx, player_id))
    .orderBy('joined_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (stay !== undefined) {
    return { player_name: stay.player_name, player_id: stay.muster_id ?? player_id };
  }
  throw new HostError('not-found', 'This player was never on this server.');
}
