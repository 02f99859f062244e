import { sql } from 'kysely';
import { PERSONS } from '../../protocol/players/resource.ts';
import type { ToldRows } from '../change/told-rows.ts';
import type { Trx } from '../store/database.ts';

/** The ids of players that a server knows, and that are another person's. Who somebody is elsewhere is not told there. */
export const PERSON_ROWS: ToldRows<'persons'> = {
  resource: 'persons',
  async read(trx, serverId, ids) {
    const { rows } = await sql<{ id: string; person: string }>`
      select p.id, p.person from persons p
      where p.person <> p.id ${ids === null ? sql`` : sql`and p.id = any(${ids}::bpchar[])`}
        and exists (select from play_sessions where server_id = ${serverId} and muster_id = p.id)
      order by p.changed desc limit ${PERSONS.most}
    `.execute(trx);
    return rows.map((row) => ({ ...row, server_id: serverId }));
  },
};

/** Where these players have been. */
export async function serversOfPlayers(
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ server_id: string; ids: string[] }>`
    select server_id, array_agg(distinct muster_id) as ids from play_sessions
    where muster_id = any(${ids}::bpchar[]) group by server_id order by server_id
  `.execute(trx);
  return new Map(rows.map((row) => [row.server_id, row.ids]));
}
