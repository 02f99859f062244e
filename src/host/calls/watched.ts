import type { Game } from '../../protocol/enumerations.ts';
import { hasRemoteControl } from '../../protocol/games/games.ts';
import type { Trx } from '../store/database.ts';
import { HostError } from './host-error.ts';

/** Refuses a server that is only watched: nobody is known there, and nobody can be kept out of it. */
export async function refuseWatched(trx: Trx, serverId: string): Promise<void> {
  const { game } = await trx
    .selectFrom('servers')
    .select('game')
    .where('id', '=', serverId)
    .executeTakeFirstOrThrow();
  if (hasRemoteControl(game as Game)) return;
  throw new HostError('only-watched', 'Nobody can be kept out of a server that is only watched.', {
    fields: { server_id: 'only-watched' },
  });
}
