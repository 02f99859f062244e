import { sql } from 'kysely';
import { displayResource } from '../access/grants.ts';
import type { GrantedRows } from './granted-rows.ts';

/** The displays that an account may modify: those that it has paired. */
export const DISPLAY_ROWS: GrantedRows<'displays'> = {
  resource: 'displays',
  permission: 'display.modify',
  resourceOf: displayResource,
  async read(trx, accountId, ids) {
    const all = trx
      .selectFrom('displays')
      .innerJoin('grants', (join) =>
        join.on('grants.resource', '=', sql`${displayResource('')} || displays.id`),
      )
      .selectAll('displays')
      .where('grants.subject', '=', accountId)
      .where('grants.permission', '=', 'display.modify');
    const rows = await (ids === null ? all : all.where('displays.id', 'in', ids)).execute();
    return rows.map(({ id, name, wall_id, paired_at, last_seen, online_until, user_agent }) => ({
      id,
      server_id: null,
      name,
      wall_id,
      paired_at,
      last_seen,
      // Whoever finds that it has passed makes it nothing, and tells that.
      online: online_until > 0,
      user_agent,
    }));
  },
};
