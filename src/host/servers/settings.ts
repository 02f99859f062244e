import type { Selectable } from 'kysely';
import type { Game } from '../../protocol/enumerations.ts';
import type { ToldRows } from '../change/told-rows.ts';
import type { GameServerRow } from '../store/tables/servers.ts';
import type { Connection } from './connection.ts';

/** The settings of a server; the RCon password is never told. `logRoot`: below which the operator allows log folders. */
export function settingsRows(logRoot: string | undefined): ToldRows<'settings'> {
  return {
    resource: 'settings',
    async read(trx, id) {
      const row = await trx
        .selectFrom('servers')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return [];
      const { identifier, timezone, log_folder, sealed_password } = row;
      const told = {
        identifier,
        timezone,
        ...connectionOf(row),
        rcon_password: sealed_password !== null,
        log_folder,
        log_root: logRoot ?? null,
      };
      return [{ id, server_id: id, ...told }];
    },
  };
}

/** Where a stored server is. */
export function connectionOf(row: Selectable<GameServerRow>): Connection {
  const { host, game_port, query_port, rcon_port } = row;
  return { game: row.game as Game, host, game_port, query_port, rcon_port };
}
