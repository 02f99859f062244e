import { sql } from 'kysely';
import { wallResource } from '../access/grants.ts';
import type { GrantedRows } from './granted-rows.ts';

/** The walls that an account may see. */
export const WALL_ROWS: GrantedRows<'walls'> = {
  resource: 'walls',
  permission: 'wall.view',
  resourceOf: wallResource,
  async read(trx, accountId, ids) {
    const all = trx
      .selectFrom('walls')
      .innerJoin('grants', (join) =>
        join.on('grants.resource', '=', sql`${wallResource('')} || walls.id`),
      )
      .select([
        'walls.id',
        'walls.name',
        'walls.revision',
        sql<number>`json_array_length(walls.scenes)`.as('scenes'),
        'walls.created_at',
        'walls.updated_at',
      ])
      .where('grants.subject', '=', accountId)
      .where('grants.permission', '=', 'wall.view');
    const rows = await (ids === null ? all : all.where('walls.id', 'in', ids)).execute();
    return rows.map((row) => ({ ...row, server_id: null }));
  },
};
