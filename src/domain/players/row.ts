import type { ServerSnapshot } from '../../protocol/servers/fields.ts';
import type { PlayerRow } from '../rows.ts';

/** The row of a player who is on a server. Written out: every row has one hidden shape. */
export function playerRow(
  player: ServerSnapshot['players'][number],
  server_id: string,
  ping: number | null,
): PlayerRow {
  return {
    id: player.id,
    muster_id: player.muster_id,
    name: player.name,
    joined_at: player.joined_at,
    joined_before: player.joined_before,
    verified: player.verified,
    lobby: player.lobby,
    server_id,
    ping,
  };
}
