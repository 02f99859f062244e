import type { Game } from '../../protocol/enumerations.ts';
import type { ServerSnapshot } from '../../protocol/servers/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import { asPersons } from '../identity/persons.ts';
import { presentPlayerOf, type OpenSession } from '../players/play-session.ts';
import { readableEnvironment, readablePopulation } from './readable.ts';
import { readHeads } from '../realtime/read.ts';
import type { Trx } from '../store/database.ts';
import type { GameServerRow } from '../store/tables/servers.ts';
import type { Selectable } from 'kysely';

/** A server, whose players are shown as persons, with the play sessions that are open. */
export interface ServerWithSessions {
  readonly row: Selectable<GameServerRow>;
  readonly snapshot: ServerSnapshot;
  readonly sessions: readonly OpenSession[];
}

/**
 * Servers as they are at the positions that they state. In a transaction of repeatable reads, so that row,
 * players and position are of one moment.
 */
export async function readServers(
  trx: Trx,
  ids: readonly string[],
): Promise<readonly ServerWithSessions[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('servers')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const open = await trx
    .selectFrom('play_sessions')
    .selectAll()
    .where('server_id', 'in', ids)
    .where('left_at', 'is', null)
    .orderBy('joined_at')
    .orderBy('id')
    .execute();
  const heads = await readHeads(
    trx,
    ids.map((id) => serverStream(id, 'list')),
  );
  const byServer = new Map<string, OpenSession[]>(ids.map((id) => [id, []]));
  for (const { left_at: _open, ...session } of open) byServer.get(session.server_id)?.push(session);
  const shown = new Map<string, OpenSession[]>(ids.map((id) => [id, []]));
  for (const session of await asPersons(trx, open)) shown.get(session.server_id)?.push(session);
  return rows.map((row) => {
    const sessions = byServer.get(row.id) ?? [];
    return {
      row,
      sessions,
      snapshot: {
        id: row.id,
        position: heads.get(serverStream(row.id, 'list'))?.head ?? 0,
        configuration: configurationOf(row),
        state: row.state,
        population: readablePopulation(row.population),
        environment: readableEnvironment(row.environment),
        deployment: row.deployment,
        players: (shown.get(row.id) ?? []).map(presentPlayerOf),
      },
    };
  });
}

/** The configuration that everybody who sees the server may see. */
export function configurationOf(row: Selectable<GameServerRow>): ServerSnapshot['configuration'] {
  const { identifier, name, timezone, restricted, created_at, deleting, tags, own_bans } = row;
  return {
    identifier,
    ...(name !== null && { name }),
    game: row.game as Game,
    timezone,
    restricted,
    ...(restricted && { restriction: restrictionOf(row) }),
    created_at,
    deleting,
    actions: row.actions as ServerSnapshot['configuration']['actions'],
    tags,
    ...(own_bans !== 0 && { own_bans }),
  };
}

/** The operator's word stands before a plan's: only the operator ends it. */
function restrictionOf({
  operator_restricted: operator,
  restricted_reason: reason,
}: Selectable<GameServerRow>): ServerSnapshot['configuration']['restriction'] {
  return operator ? { by: 'operator', reason } : { by: 'plan', reason: null };
}
