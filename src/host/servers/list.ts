import type { serversListQuery } from '../../protocol/servers/calls.ts';
import { LIST_IDS_MAX, LIST_PAGE_ROWS } from '../../protocol/servers/limits.ts';
import type { z } from 'zod';
import { type Trx, atOneMoment } from '../store/database.ts';
import { readServers, type ServerWithSessions } from './snapshots.ts';
import type { Handler } from '../calls/handler.ts';
import { noSuch } from '../calls/host-error.ts';
import { grantedServers } from '../access/grants.ts';
import { restingSnapshot } from '../realtime/resting.ts';

/**
 * A page of the servers that somebody may see: as many as fit into a budget of rows, so that no answer is
 * long to write, to read or to take in.
 */
export async function readServersPage(
  trx: Trx,
  visible: Iterable<string>,
  { ids, after = '' }: z.output<typeof serversListQuery>,
): Promise<{ readonly servers: readonly ServerWithSessions[]; readonly next: string | null }> {
  const asked = ids === undefined ? null : new Set(ids.split(',').slice(0, LIST_IDS_MAX));
  const left = [...visible].filter((id) => id > after && (asked?.has(id) ?? true)).sort();
  const players = await countPlayers(trx, left.slice(0, LIST_PAGE_ROWS));
  const page = left.slice(0, fitting(left, players));
  const next = page.length < left.length ? (page.at(-1) ?? null) : null;
  return { servers: await readServers(trx, page), next };
}

/** How many of these servers fit into a page with their players; one does in any case. */
function fitting(ids: readonly string[], players: ReadonlyMap<string, number>): number {
  let rows = 0;
  const over = ids.findIndex((id) => {
    rows += 1 + (players.get(id) ?? 0);
    return rows > LIST_PAGE_ROWS;
  });
  return over < 0 ? ids.length : Math.max(1, over);
}

async function countPlayers(
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const counted = await trx
    .selectFrom('play_sessions')
    .select(['server_id', ({ fn }) => fn.countAll<string>().as('players')])
    .where('server_id', 'in', ids)
    .where('left_at', 'is', null)
    .groupBy('server_id')
    .execute();
  return new Map(counted.map(({ server_id, players }) => [server_id, Number(players)]));
}

/** `GET servers/list`: a page of servers, each with the position that it is true at. */
export const serversList: Handler<'serversList'> = async ({ query }, { account, db }) =>
  atOneMoment(db, async (trx) => {
    const granted = await grantedServers(trx, account.id);
    const visible = [...granted]
      .filter(([, held]) => held.includes('server.view') || held.length === 0)
      .map(([id]) => id);
    const { servers, next } = await readServersPage(trx, visible, query);
    const shown = servers.map(({ row, snapshot }) =>
      row.restricted ? restingSnapshot(snapshot) : snapshot,
    );
    return { servers: shown, next };
  });

/** `GET server/:id/info`: where it is, for those who may not change that too. */
export const serverInfo: Handler<'serverInfo'> = async ({ params }, { db }) => {
  const server = await db
    .selectFrom('servers')
    .select(['host', 'game_port', 'query_port', 'rcon_port'])
    .where('id', '=', params.server_id)
    .executeTakeFirst();
  if (server === undefined) throw noSuch('server');
  return server;
};
