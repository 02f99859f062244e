import type { ServerSnapshot } from '../../protocol/servers/fields.ts';
import type { Change } from '../change.ts';
import type { ServerRow } from '../rows.ts';
import { countedIn, countedOut } from '../servers/population.ts';
import { serverChange } from '../servers/change.ts';
import type { Rows } from '../state.ts';
import { playerRow } from './row.ts';

/**
 * A player came, or more became known of one who is there: a play session that is known on this
 * server is patched and not counted again.
 */
export function joinServer(
  rows: Rows,
  server: ServerRow,
  player: ServerSnapshot['players'][number],
  at: number,
  position: number,
): readonly Change[] {
  const before = rows.players.get(player.id);
  const known = before?.server_id === server.id;
  const after = playerRow(player, server.id, known ? before.ping : null);
  const population = known ? server.population : countedIn(server.population, at);
  return [
    { table: 'players', id: player.id, before, after },
    serverChange(server, position, population),
  ];
}

/** A player left. A play session that is not known on this server was never counted. */
export function leaveServer(
  rows: Rows,
  server: ServerRow,
  playerId: string,
  at: number,
  position: number,
): readonly Change[] {
  const player = rows.players.get(playerId);
  if (player?.server_id !== server.id) {
    return [serverChange(server, position)];
  }
  const changes: Change[] = [
    { table: 'players', id: playerId, before: player, after: undefined },
    serverChange(server, position, countedOut(server.population, at)),
  ];
  const identity = rows.identities.get(playerId);
  if (identity !== undefined) {
    changes.push({ table: 'identities', id: playerId, before: identity, after: undefined });
  }
  return changes;
}
