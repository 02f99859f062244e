import type { Selectable } from 'kysely';
import type { Game } from '../../protocol/enumerations.ts';
import type { Handler } from '../calls/handler.ts';
import { readServerRow } from '../calls/server-row.ts';
import type { GameServerRow } from '../store/tables/servers.ts';
import type { Connection } from './connection.ts';

/** `GET server/:id/settings`. The RCon password is never told. */
export const serverSettings: Handler<'serverSettings'> = async ({ params }, { db, settings }) => {
  const row = await readServerRow(db, params.server_id);
  const { identifier, timezone, log_folder, deployment } = row;
  const log_root = settings.logRoot ?? null;
  return { identifier, timezone, ...connectionOf(row), log_folder, log_root, deployment };
};

/** Where a stored server is. */
export function connectionOf(row: Selectable<GameServerRow>): Connection {
  const { host, game_port, query_port, rcon_port } = row;
  return { game: row.game as Game, host, game_port, query_port, rcon_port };
}
