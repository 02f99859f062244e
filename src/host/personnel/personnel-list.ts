import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import type { Handler } from '../calls/handler.ts';
import { serverResource } from '../access/grants.ts';

export const personnelList: Handler<'personnelList'> = async ({ params }, { db }) => {
  const rows = await db
    .selectFrom('grants')
    .innerJoin('accounts', 'accounts.id', 'grants.subject')
    .leftJoin('servers', (server) =>
      server.onRef('servers.owner', '=', 'accounts.id').on('servers.id', '=', params.server_id),
    )
    .where('grants.resource', '=', serverResource(params.server_id))
    .groupBy(['accounts.id', 'accounts.username', 'accounts.display_name', 'servers.id'])
    .select(({ fn }) => [
      'accounts.id',
      'accounts.username',
      'accounts.display_name',
      'servers.id as owned',
      fn.agg<string[]>('array_agg', ['grants.permission']).as('held'),
      fn.min('grants.since').as('since'),
    ])
    .orderBy('since')
    .orderBy('accounts.username')
    .execute();
  return {
    personnel: rows.map((row) => ({
      muster_id: row.id,
      username: row.username,
      display_name: row.display_name,
      permissions: SERVER_PERMISSION.filter((permission) => row.held.includes(permission)),
      since: row.since,
      owner: row.owned !== null,
    })),
  };
};
