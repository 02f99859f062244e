import { createHash } from 'node:crypto';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { serverResource } from '../access/grants.ts';
import type { ToldRows } from '../change/told-rows.ts';
import type { Trx } from '../store/database.ts';

/** The id of an account's row among the personnel of a server: an account has one on each. */
export function personnelId(serverId: string, accountId: string): string {
  return createHash('sha256').update(`${serverId}/${accountId}`).digest('hex').slice(0, 24);
}

/** The accounts that were given something on a server directly, and what. */
export const PERSONNEL_ROWS: ToldRows<'personnel'> = { resource: 'personnel', read };

async function read(trx: Trx, server_id: string): Promise<readonly RowOf<'personnel'>[]> {
  const rows = await trx
    .selectFrom('grants')
    .innerJoin('accounts', 'accounts.id', 'grants.subject')
    .leftJoin('servers', (server) =>
      server.onRef('servers.owner', '=', 'accounts.id').on('servers.id', '=', server_id),
    )
    .where('grants.resource', '=', serverResource(server_id))
    .groupBy(['accounts.id', 'accounts.username', 'accounts.display_name', 'servers.id'])
    .select(({ fn }) => [
      'accounts.id',
      'accounts.username',
      'accounts.display_name',
      'servers.id as owned',
      fn.agg<string[]>('array_agg', ['grants.permission']).as('held'),
      fn.min('grants.since').as('since'),
    ])
    .execute();
  return rows.map((row) => ({
    id: personnelId(server_id, row.id),
    server_id,
    muster_id: row.id,
    username: row.username,
    display_name: row.display_name,
    permissions: SERVER_PERMISSION.filter((permission) => row.held.includes(permission)),
    since: row.since,
    owner: row.owned !== null,
  }));
}
