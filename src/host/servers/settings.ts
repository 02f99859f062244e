import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import { CALLS } from '../../protocol/calls.ts';
import type { Game } from '../../protocol/enumerations.ts';
import { HostError } from '../http/host-error.ts';
import { route } from '../http/route.ts';
import type { HostDeps } from '../http/deps.ts';
import type { Database, Trx } from '../store/database.ts';
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

/** The row of a server; throws `not-found` where it is gone. `lock` holds it until the transaction ends. */
export async function readServerRow(
  db: Database | Trx,
  id: string,
  lock = false,
): Promise<Selectable<GameServerRow>> {
  const row = await db
    .selectFrom('servers')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw new HostError('not-found', 'There is no such server.');
  return row;
}

/** Where a stored server is. */
export function connectionOf(row: Selectable<GameServerRow>): Connection {
  const { host, game_port, query_port, rcon_port } = row;
  return { game: row.game as Game, host, game_port, query_port, rcon_port };
}
