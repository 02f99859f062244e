import { displayResource, revokeAll } from '../access/grants.ts';
import type { Change } from '../change/change.ts';

/** Removes displays, and all that is held of them. */
export async function removeDisplays(made: Change, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { trx } = made;
  const removed = await trx
    .deleteFrom('displays')
    .where('id', 'in', ids)
    .returning(['id', 'owner'])
    .execute();
  for (const { id } of removed) {
    await revokeAll(trx, displayResource(id));
    made.audit({ resource: displayResource(id), action: 'displays.revoke' });
  }
  made.endSessions(removed.map(({ id }) => id));
  for (const owner of new Set(removed.map((row) => row.owner))) made.tellAccount(owner, 'walls');
}
