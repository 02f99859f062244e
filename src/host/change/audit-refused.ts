import {
  banListResource,
  bucketResource,
  groupResource,
  rightsOn,
  serverResource,
  wallResource,
} from '../access/grants.ts';
import type { Context } from '../calls/handler.ts';
import type { HostDeps } from '../calls/deps.ts';
import { HostError } from '../calls/host-error.ts';
import { change } from './change.ts';

type Refused = HostDeps & Pick<Context, 'session' | 'client' | 'now'>;

/** What has an audit of its own, as the path of a call names it. */
interface Named {
  readonly server_id?: string;
  readonly group_id?: string;
  readonly banlist_id?: string;
  readonly bucket_id?: string;
  readonly wall_id?: string;
}

/**
 * Puts into the audit of a server, a group, a ban list, a bucket or a wall that somebody who may see it tried to change
 * what they may not. As often as it was tried: the call's limit bounds it. A display has one permission: whoever sees it
 * may change it. `call`: its name; `params`: of its path.
 */
export async function auditRefused(
  context: Refused,
  call: string,
  params: Named,
  error: unknown,
): Promise<void> {
  if (!(error instanceof HostError) || error.kind !== 'permission-denied' || error.audited) return;
  const resource = resourceOf(params);
  const account = context.session?.account.id;
  if (resource === null || account === undefined) return;
  if ((await rightsOn(context.db, account, resource)).length === 0) return;
  const detail = { call, missing: error.needs ?? [] };
  await change(context, async (made) => made.audit({ resource, action: 'access.refused', detail }));
}

/** A server stands in the path of a list or a bucket that it is taken off, too. */
function resourceOf(named: Named): string | null {
  const { group_id, banlist_id, bucket_id, wall_id, server_id } = named;
  if (group_id !== undefined) return groupResource(group_id);
  if (banlist_id !== undefined) return banListResource(banlist_id);
  if (bucket_id !== undefined) return bucketResource(bucket_id);
  if (wall_id !== undefined) return wallResource(wall_id);
  return server_id === undefined ? null : serverResource(server_id);
}
