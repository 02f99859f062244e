import { appendAudit } from '../audit/append.ts';
import type { HostDeps } from '../calls/deps.ts';
import { displayResource, revokeAll } from '../access/grants.ts';
import type { Trx } from '../store/database.ts';
import { tellOwners } from './tell-walls.ts';

/**
 * Removes displays, and all that is held of them. `by`: the account that did it; null for the host itself.
 * It ends with the owners' streams and then the audit, which stay locked until the commit: call it once in
 * a transaction, with nothing after it.
 */
export async function removeDisplays(
  deps: Pick<HostDeps, 'publish' | 'secrets'>,
  trx: Trx,
  ids: readonly string[],
  by: string | null,
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  const removed = await trx
    .deleteFrom('displays')
    .where('id', 'in', ids)
    .returning(['id', 'owner'])
    .execute();
  for (const { id } of removed) await revokeAll(trx, displayResource(id));
  await deps.publish.sessionsEnded(
    trx,
    removed.map(({ id }) => id),
  );
  await tellOwners(deps, trx, new Set(removed.map(({ owner }) => owner)), now);
  for (const { id } of removed) {
    await appendAudit(trx, deps.secrets, {
      at: now,
      actor: by,
      resource: displayResource(id),
      action: 'displays.revoke',
      detail: {},
    });
  }
}
