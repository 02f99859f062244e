import { may, serverResource } from '../access/grants.ts';
import type { Context } from '../calls/handler.ts';
import type { HostDeps } from '../calls/deps.ts';
import { HostError } from '../calls/host-error.ts';
import { change } from './change.ts';

type Refused = HostDeps & Pick<Context, 'session' | 'client' | 'now'>;

/**
 * Puts into a server's audit that somebody who may see it tried to change what they may not. As often as it was
 * tried: the call's limit bounds it. `call`: its name.
 */
export async function auditRefused(
  context: Refused,
  call: string,
  serverId: string,
  error: unknown,
): Promise<void> {
  if (!(error instanceof HostError) || error.kind !== 'permission-denied' || error.audited) return;
  const resource = serverResource(serverId);
  const account = context.session?.account.id;
  if (account === undefined || !(await may(context.db, account, 'server.view', resource))) return;
  const detail = { call, missing: error.needs ?? [] };
  await change(context, async (made) => made.audit({ resource, action: 'access.refused', detail }));
}
