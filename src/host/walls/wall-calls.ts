/** Save, read, change and delete a wall: whoever shows it hears of it with the commit. */
import { WALL_PERMISSION } from '../../protocol/permissions.ts';
import type { WallDefinition } from '../../protocol/walls/fields.ts';
import { changeTold } from '../change/change.ts';
import { refuseFull } from '../change/told-rows.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { grant, revokeAll, wallResource } from '../access/grants.ts';
import type { Trx } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { tellScreens } from './display-edit.ts';
import { DISPLAY_ROWS, tellGranted, WALL_ROWS } from './rows.ts';
import { readWall } from './wall-row.ts';

export const wallRead: Handler<'wallRead'> = async ({ params }, { db }) => ({
  wall: await readWall(db, params.wall_id),
});

export const wallCreate: Handler<'wallCreate'> = async ({ body }, context) => {
  const { account, now } = context;
  const id = newId(now);
  const told = await changeTold(context, async (made) => {
    const { trx } = made;
    await refuseFull(trx, WALL_ROWS, account.id);
    await trx
      .insertInto('walls')
      .values({ id, owner: account.id, created_at: now, updated_at: now, ...columns(body.wall) })
      .execute();
    await grant(trx, account.id, wallResource(id), WALL_PERMISSION, null, now);
    made.audit({ resource: wallResource(id), action: 'walls.create' });
    return made.tellRows(WALL_ROWS, account.id, [id]);
  });
  return { ...told, wall_id: id };
};

export const wallUpdate: Handler<'wallUpdate'> = ({ body, params }, context) => {
  const { account, now } = context;
  const id = params.wall_id;
  return changeTold(context, async (made) => {
    const { trx } = made;
    const before = await readWall(trx, id, true);
    if (before.revision !== body.revision) {
      throw new HostError(
        'wall-changed',
        'Somebody else changed the wall in the meantime. Read it again.',
      );
    }
    await trx
      .updateTable('walls')
      .set({ ...columns(body.wall), revision: before.revision + 1, updated_at: now })
      .where('id', '=', id)
      .execute();
    await tellGranted(made, WALL_ROWS, [id]);
    tellScreens(made, await displaysOf(trx, id));
    made.audit({ resource: wallResource(id), action: 'walls.update' });
    return made.tellRows(WALL_ROWS, account.id, []);
  });
};

export const wallDelete: Handler<'wallDelete'> = ({ params }, context) => {
  const id = params.wall_id;
  return changeTold(context, async (made) => {
    const { trx } = made;
    await readWall(trx, id, true);
    const displays = await displaysOf(trx, id);
    await trx.deleteFrom('walls').where('id', '=', id).execute();
    await tellGranted(made, WALL_ROWS, [id]);
    await revokeAll(trx, wallResource(id));
    await tellGranted(made, DISPLAY_ROWS, displays);
    tellScreens(made, displays);
    made.audit({ resource: wallResource(id), action: 'walls.delete' });
    return made.tellRows(WALL_ROWS, context.account.id, []);
  });
};

function columns({ name, scenes, rotation, pinned_scene, sound }: WallDefinition) {
  return { name, scenes: JSON.stringify(scenes), rotation, pinned_scene, sound };
}

async function displaysOf(trx: Trx, wallId: string): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('displays')
    .select('id')
    .where('wall_id', '=', wallId)
    .execute();
  return rows.map(({ id }) => id);
}
