/** The servers that belong to a team or an organization, as its people see them listed. */
import { sql } from 'kysely';
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { Change } from '../change/change.ts';
import type { ToldRows } from '../change/told-rows.ts';
import type { GameServerRow } from '../store/tables/servers.ts';
import type { Selectable } from 'kysely';

function rowsOf<R extends 'teamResources' | 'organizationResources'>(resource: R): ToldRows<R> {
  return {
    resource,
    async read(trx, group_id, ids) {
      const among = ids === null ? sql`` : sql`and id = any(${ids}::text[])`;
      const { rows } = await sql<Omit<RowOf<R>, 'server_id' | 'group_id'>>`
        select id, 'server' as type, identifier, game, created_at
        from servers where owner = ${group_id} ${among}
      `.execute(trx);
      return rows.map((row) => ({ ...row, server_id: null, group_id }) as unknown as RowOf<R>);
    },
  };
}

export const TEAM_RESOURCE_ROWS = rowsOf('teamResources');
export const ORGANIZATION_RESOURCE_ROWS = rowsOf('organizationResources');

/** Tells the group that a server belongs to how it is now, or that it is gone. */
export function tellOfGroup(
  made: Change,
  { id, owner, owner_kind }: Pick<Selectable<GameServerRow>, 'id' | 'owner' | 'owner_kind'>,
): void {
  const rows = owner_kind === 'team' ? TEAM_RESOURCE_ROWS : ORGANIZATION_RESOURCE_ROWS;
  made.tellRows(rows, owner, [id]);
}
