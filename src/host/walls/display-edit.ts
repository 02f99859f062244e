/** Rename a display, choose another wall for it, revoke it. */
import { change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { displayResource, may, wallResource } from '../access/grants.ts';
import { displayOf, readDisplay } from './display-row.ts';
import { removeDisplays } from './remove-displays.ts';
import { tellWalls } from './tell-walls.ts';

export const displayEdit: Handler<'displayEdit'> = async ({ params, body }, context) => {
  const { account, now } = context;
  const id = params.display_id;
  const display = await change(context, async (made) => {
    const { trx } = made;
    const before = await readDisplay(trx, id);
    const { name = before.name, wall_id = before.wall_id } = body;
    if (wall_id !== null && !(await may(trx, account.id, 'wall.view', wallResource(wall_id)))) {
      throw new HostError('not-found', 'There is no such wall.');
    }
    await trx.updateTable('displays').set({ name, wall_id }).where('id', '=', id).execute();
    tellWalls(made, before.owner, [id]);
    made.audit({
      resource: displayResource(id),
      action: 'displays.edit',
      detail: { wall_id },
    });
    return readDisplay(trx, id);
  });
  return { display: displayOf(display, now) };
};

export const displayRevoke: Handler<'displayRevoke'> = async ({ params }, context) => {
  const id = params.display_id;
  await change(context, async (made) => {
    const { trx } = made;
    await readDisplay(trx, id);
    await removeDisplays(made, [id]);
  });
  return { status: true };
};
