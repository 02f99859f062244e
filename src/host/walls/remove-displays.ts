import { displayResource, revokeAll } from '../access/grants.ts';
import type { Change } from '../change/change.ts';
import { DISPLAY_ROWS } from './display-rows.ts';
import { tellGranted } from './granted-rows.ts';

/** Removes displays, and all that is held of them; answers how many there were. */
export async function removeDisplays(made: Change, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { trx } = made;
  const removed = await trx.deleteFrom('displays').where('id', 'in', ids).returning('id').execute();
  const gone = removed.map(({ id }) => id);
  await tellGranted(made, DISPLAY_ROWS, gone);
  for (const id of gone) {
    await revokeAll(trx, displayResource(id));
    made.audit({ resource: displayResource(id), action: 'displays.revoke' });
  }
  made.endSessions(gone);
  return gone.length;
}
