import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import { CALLS } from '../../protocol/calls.ts';
import type { Game } from '../../protocol/enumerations.ts';
import { route } from '../http/route.ts';
import type { HostDeps } from '../calls/deps.ts';
import { readServerRow } from '../calls/server-row.ts';
import type { GameServerRow } from '../store/tables/servers.ts';
import type { Connection } from './connection.ts';

/** `GET server/:id/settings`. The RCon password is never told. */
export function registerServerSettings(app: FastifyInstance, deps: HostDeps): void {
  route(
    app,
    deps,
    CALLS.serverSettings,
  )(async ({ params, db }) => {
    const row = await readServerRow(db, params.server_id);
    const { identifier, timezone, log_folder, deployment } = row;
    const log_root = deps.settings.logRoot ?? null;
    return { identifier, timezone, ...connectionOf(row), log_folder, log_root, deployment };
  });
}

/** Where a stored server is. */
export function connectionOf(row: Selectable<GameServerRow>): Connection {
  const { host, game_port, query_port, rcon_port } = row;
  return { game: row.game as Game, host, game_port, query_port, rcon_port };
}
