import { displayResource, revokeAll } from '../access/grants.ts';
import type { Change } from '../change/change.ts';
import { tellDisplays } from './display-rows.ts';

/** Removes displays, and all that is held of them; answers how many there were. */
export async function removeDisplays(made: Change, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { trx } = made;
  const removed = await trx
    .deleteFrom('displays')
    .where('id', 'in', ids)
    .returning(['id', 'owner'])
    .execute();
  // Nobody may modify them any more once their grants are gone.
  await tellDisplays(
    made,
    removed.map(({ id }) => id),
  );
  for (const { id } of removed) {
    await revokeAll(trx, displayResource(id));
    made.audit({ resource: displayResource(id), action: 'displays.revoke' });
  }
  made.endSessions(removed.map(({ id }) => id));
  for (const owner of new Set(removed.map((row) => row.owner))) made.tellAccount(owner, 'walls');
  return removed.length;
}
