import { identify, identityKey, type Identity } from '../../host/players/identify.ts';
import type { Database } from '../../host/store/database.ts';
import { newId } from '../../host/store/ids.ts';
import type { FleetPlayer } from './fleet-messages.ts';

/**
 * Writes down who is on a server, as a host that ran until now would have: so that those who have been
 * playing for an hour are not taken for newcomers.
 */
export async function openStays(
  db: Database,
  serverId: string,
  players: readonly FleetPlayer[],
  now: number,
): Promise<void> {
  if (players.length === 0) return;
  const known = await identify(
    db,
    players.map((player) => ({ identity: identityOf(player), name: player.name })),
    now,
  );
  await db
    .insertInto('play_sessions')
    .values(
      players.map((player) => ({
        id: newId(player.joinedAt),
        server_id: serverId,
        muster_id: known.get(identityKey(identityOf(player))) ?? null,
        name: player.name,
        joined_at: player.joinedAt,
        joined_before: false,
        verified: true,
        lobby: false,
        guid: player.guid,
        steam_id: player.steamId,
        bohemia_id: null,
        position: null,
        ip: player.ip,
        port: player.port,
        left_at: null,
      })),
    )
    .execute();
}

function identityOf({ guid, steamId }: FleetPlayer): Identity {
  return guid === null
    ? { kind: 'steam', value: steamId ?? '' }
    : { kind: 'battleye', value: guid };
}
