import type { AddedOf, KnownOf } from '../../domain/resources/rules.ts';
import { resolvePlayer } from '../players/merge.ts';
import type { Trx } from '../store/database.ts';

/** The player as they are known now, with the name that they had last; null for one whom nobody has seen. */
export async function knownOfNote(
  trx: Trx,
  { player_id }: AddedOf<'notes'>,
): Promise<KnownOf<'notes'> | null> {
  const known = await resolvePlayer(trx, player_id);
  if (known === null) return null;
  const player = await trx
    .selectFrom('players')
    .select(['muster_id as player_id', 'name as player_name'])
    .where('muster_id', '=', known)
    .executeTakeFirst();
  return player ?? null;
}
