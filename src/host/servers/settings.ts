import { sql, type Selectable } from 'kysely';
import type { Game } from '../../protocol/enumerations.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { change, type ChangeContext } from '../change/change.ts';
import type { ToldRows } from '../change/told-rows.ts';
import type { GameServerRow } from '../store/tables/servers.ts';
import type { Connection } from './connection.ts';

/**
 * The settings of a server; the RCon password is never told. Which folder logs may be in, each host says for itself:
 * the one that runs the server is asked first.
 */
export const SETTINGS_ROWS: ToldRows<'settings'> = {
  resource: 'settings',
  async read(trx, id) {
    const row = await trx
      .selectFrom('servers')
      .selectAll()
      .select((server) =>
        server
          .selectFrom('hosts')
          .select('log_root')
          .orderBy(sql`hosts.id is not distinct from servers.lease_host`, 'desc')
          .limit(1)
          .as('log_root'),
      )
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return [];
    const { identifier, name, tags, timezone, log_folder, log_root, sealed_password } = row;
    const told = { identifier, name, tags, timezone, ...connectionOf(row), log_folder, log_root };
    return [{ id, server_id: id, ...told, rcon_password: sealed_password !== null }];
  },
};

/** Tells the settings of servers that a host runs from now on, where the last that told them had another log root. */
export async function tellLogRoots(
  context: ChangeContext,
  hostId: string,
  ids: readonly string[],
): Promise<void> {
  const streams = ids.map((id) => resourceStream('settings', id));
  const { rows } = await sql<{ id: string }>`
    select server.id from hosts, unnest(${ids}::text[], ${streams}::text[]) as server (id, stream)
    where hosts.id = ${hostId} and hosts.log_root is distinct from (
      select data->'row'->>'log_root' from event_log
      where event_log.stream = server.stream order by seq desc limit 1
    )
  `.execute(context.db);
  for (const { id } of rows) {
    await change(context, async (made) => made.tellRows(SETTINGS_ROWS, id, [id]));
  }
}

/** Where a stored server is. */
export function connectionOf(row: Selectable<GameServerRow>): Connection {
  const { host, game_port, query_port, rcon_port } = row;
  return { game: row.game as Game, host, game_port, query_port, rcon_port };
}
