import type { ServerPermission } from '../../protocol/permissions.ts';
import { grantedServers } from '../access/grants.ts';
import type { Trx } from '../store/database.ts';
import { HostError } from './host-error.ts';
import { goneServer, restrictedServer } from './server-row.ts';

/**
 * What an account may do with a server that a call names beside its path, where nobody has asked for it yet. Throws
 * `not-found` where it may do nothing with it, and `server-restricted` where that is all that it is told.
 */
export async function openServer(
  trx: Trx,
  accountId: string,
  serverId: string,
): Promise<readonly ServerPermission[]> {
  const held = (await grantedServers(trx, accountId, serverId)).get(serverId);
  if (held === undefined) throw goneServer();
  if (held.length === 0) throw restrictedServer();
  return held;
}

/** Refuses what needs a permission on such a server. Throws `permission-denied` besides. */
export async function refuseServer(
  trx: Trx,
  accountId: string,
  serverId: string,
  needed: ServerPermission,
): Promise<void> {
  if ((await openServer(trx, accountId, serverId)).includes(needed)) return;
  const needs = [needed];
  throw new HostError('permission-denied', `This needs the permission ${needed}.`, { needs });
}
