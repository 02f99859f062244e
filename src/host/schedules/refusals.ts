import type { ServerPermission } from '../../protocol/permissions.ts';
import type { Unfit } from '../../domain/schedules/checks.ts';
import { may, serverResource } from '../access/grants.ts';
import { HostError } from '../calls/host-error.ts';
import type { Database, Trx } from '../store/database.ts';

/** Refuses what does not do. `within`: where the fields stand in what was sent. */
export function refuseUnfit(unfit: Readonly<Partial<Record<string, Unfit>>>, within = ''): void {
  const fields = Object.entries(unfit).flatMap(([field, why]) =>
    why === undefined ? [] : [[`${within}${field}`, why] as const],
  );
  if (fields.length === 0) return;
  throw new HostError('invalid-request', 'This server cannot do that. See the marked fields.', {
    fields: Object.fromEntries(fields),
  });
}

/** Nobody has a server do by itself what they may not ask of it. */
export async function refuseForbidden(
  trx: Database | Trx,
  serverId: string,
  accountId: string,
  permissions: readonly ServerPermission[],
): Promise<void> {
  const needs: ServerPermission[] = [];
  for (const permission of permissions) {
    if (!(await may(trx, accountId, permission, serverResource(serverId)))) needs.push(permission);
  }
  if (needs.length === 0) return;
  const text = `This needs the permission ${needs.join(', ')}.`;
  throw new HostError('permission-denied', text, { needs });
}
