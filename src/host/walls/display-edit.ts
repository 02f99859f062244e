import { appendAudit } from '../audit/append.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { displayResource, may, wallResource } from '../access/grants.ts';
import { displayOf, readDisplay } from './display-row.ts';
import { removeDisplays } from './remove-displays.ts';
import { tellWalls } from './tell-walls.ts';

/** Rename a display, choose another wall for it, revoke it. */
export const displayEdit: Handler<'displayEdit'> = async ({ params, body }, context) => {
  const { db, account, now } = context;
  const id = params.display_id;
  const display = await db.transaction().execute(async (trx) => {
    const before = await readDisplay(trx, id);
    const { name = before.name, wall_id = before.wall_id } = body;
    if (wall_id !== null && !(await may(trx, account.id, 'wall.view', wallResource(wall_id)))) {
      throw new HostError('not-found', 'There is no such wall.');
    }
    await trx.updateTable('displays').set({ name, wall_id }).where('id', '=', id).execute();
    await tellWalls(context, trx, before.owner, [id], now);
    await appendAudit(trx, context.secrets, {
      at: now,
      actor: account.id,
      resource: displayResource(id),
      action: 'displays.edit',
      detail: { wall_id },
    });
    return readDisplay(trx, id);
  });
  return { display: displayOf(display, now) };
};

export const displayRevoke: Handler<'displayRevoke'> = async ({ params }, context) => {
  const { db, account, now } = context;
  const id = params.display_id;
  await db.transaction().execute(async (trx) => {
    await readDisplay(trx, id);
    await removeDisplays(context, trx, [id], account.id, now);
  });
  return { status: true };
};
