/** Rename a display, choose another wall for it, revoke it. */
import { change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { displayResource } from '../access/grants.ts';
import { DISPLAY_ROWS } from './display-rows.ts';
import { tellGranted } from './granted-rows.ts';
import { removeDisplays } from './remove-displays.ts';
import { tellScreens } from './tell-screens.ts';
import { holdWall } from './wall-row.ts';

export const displayEdit: Handler<'displayEdit'> = async ({ params, body }, context) => {
  const { account } = context;
  const { display_id: id } = params;
  const { name, wall_id } = body;
  const told = await change(context, async (made) => {
    const { trx } = made;
    if (wall_id !== undefined) await holdWall(trx, account.id, wall_id);
    const display = await trx
      .updateTable('displays')
      // A statement that sets nothing is none: the id stays.
      .set({ id, name, wall_id })
      .where('id', '=', id)
      .returning('wall_id')
      .executeTakeFirst();
    if (display === undefined) throw notThere();
    await tellGranted(made, DISPLAY_ROWS, [id]);
    tellScreens(made, [id]);
    made.audit({
      resource: displayResource(id),
      action: 'displays.edit',
      detail: { wall_id: display.wall_id },
    });
    return made.tellRows(DISPLAY_ROWS, account.id, []);
  });
  return { position: told() };
};

export const displayRevoke: Handler<'displayRevoke'> = async ({ params }, context) => {
  const told = await change(context, async (made) => {
    if ((await removeDisplays(made, [params.display_id])) === 0) throw notThere();
    return made.tellRows(DISPLAY_ROWS, context.account.id, []);
  });
  return { position: told() };
};

function notThere(): HostError {
  return new HostError('not-found', 'There is no such display.');
}
