import { identitiesOf, identityKey } from '../../host/players/identities.ts';
import { identify } from '../../host/players/identify.ts';
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
    players.map((player) => ({ identities: identitiesFor(player), name: player.name })),
    now,
  );
  const musterId = (player: FleetPlayer) => {
    const [identity] = identitiesFor(player);
    return identity === undefined ? null : (known.get(identityKey(identity)) ?? null);
  };
  const stays = players.map((player) => ({
    player,
    id: newId(player.joinedAt),
    server_id: serverId,
    muster_id: musterId(player),
    joined_at: player.joinedAt,
  }));
  await db
    .insertInto('statistic_stays')
    .values(stays.map(({ player: _, ...stay }) => ({ ...stay, told_at: stay.joined_at })))
    .execute();
  await db
    .insertInto('play_sessions')
    .values(
      stays.map(({ player, ...stay }) => ({
        ...stay,
        name: player.name,
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

function identitiesFor({ guid, steamId }: FleetPlayer) {
  return identitiesOf({ guid, steamId, bohemiaId: null });
}
