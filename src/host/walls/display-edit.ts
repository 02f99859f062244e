import type { FastifyInstance } from 'fastify';
import { CALLS } from '../../protocol/calls.ts';
import { appendAudit } from '../audit/append.ts';
import type { HostDeps } from '../calls/deps.ts';
import { HostError } from '../calls/host-error.ts';
import { route } from '../http/route.ts';
import { displayResource, may, wallResource } from '../access/grants.ts';
import { displayOf, readDisplay } from './display-row.ts';
import { removeDisplays } from './remove-displays.ts';
import { tellWalls } from './tell-walls.ts';

/** Rename a display, choose another wall for it, revoke it. */
export function registerDisplayEdit(app: FastifyInstance, deps: HostDeps): void {
  route(
    app,
    deps,
    CALLS.displayEdit,
  )(async ({ db, account, params, body, now }) => {
    const id = params.display_id;
    const display = await db.transaction().execute(async (trx) => {
      const before = await readDisplay(trx, id);
      const { name = before.name, wall_id = before.wall_id } = body;
      if (wall_id !== null && !(await may(trx, account.id, 'wall.view', wallResource(wall_id)))) {
        throw new HostError('not-found', 'There is no such wall.');
      }
      await trx.updateTable('displays').set({ name, wall_id }).where('id', '=', id).execute();
      await tellWalls(deps, trx, before.owner, [id], now);
      await appendAudit(trx, deps.secrets, {
        at: now,
        actor: account.id,
        resource: displayResource(id),
        action: 'displays.edit',
        detail: { wall_id },
      });
      return readDisplay(trx, id);
    });
    return { display: displayOf(display, now) };
  });

  route(
    app,
    deps,
    CALLS.displayRevoke,
  )(async ({ db, account, params, now }) => {
    const id = params.display_id;
    await db.transaction().execute(async (trx) => {
      await readDisplay(trx, id);
      await removeDisplays(deps, trx, [id], account.id, now);
    });
    return { status: true };
  });
}
