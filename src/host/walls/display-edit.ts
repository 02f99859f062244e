/** Rename a display, choose another wall for it, revoke it. */
import { changeTold, type Change } from '../change/change.ts';
import { noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { displayResource, revokeAll } from '../access/grants.ts';
import { DISPLAY_ROWS, tellGranted } from './rows.ts';
import { holdWall } from './wall-row.ts';

export const displayEdit: Handler<'displayEdit'> = ({ params, body }, context) => {
  const { account } = context;
  const { display_id: id } = params;
  const { name, wall_id } = body;
  return changeTold(context, async (made) => {
    const { trx } = made;
    if (wall_id !== undefined) await holdWall(trx, account.id, wall_id);
    const display = await trx
      .updateTable('displays')
      // A statement that sets nothing is none: the id stays.
      .set({ id, name, wall_id })
      .where('id', '=', id)
      .returning('wall_id')
      .executeTakeFirst();
    if (display === undefined) throw noSuch('display');
    await tellGranted(made, DISPLAY_ROWS, [id]);
    tellScreens(made, [id]);
    made.audit({ resource: displayResource(id), action: 'displays.edit', detail: display });
    return made.tellRows(DISPLAY_ROWS, account.id, []);
  });
};

export const displayRevoke: Handler<'displayRevoke'> = ({ params }, context) =>
  changeTold(context, async (made) => {
    if ((await removeDisplays(made, [params.display_id])) === 0) throw noSuch('display');
    return made.tellRows(DISPLAY_ROWS, context.account.id, []);
  });

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

/** Tells each display that its wall is another: what it may hear changes with it. */
export function tellScreens(made: Change, displays: readonly string[]): void {
  for (const id of displays) {
    made.tellAccount(id, 'walls');
    made.changeGrants(id);
  }
}
