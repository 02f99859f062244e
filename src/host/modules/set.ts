import { isDeepStrictEqual } from 'node:util';
import type { Modules } from '../../protocol/modules/fields.ts';
import { MODULE } from '../../protocol/modules/limits.ts';
import { serverResource } from '../access/grants.ts';
import type { Handler } from '../calls/handler.ts';
import { refuseUnseen } from '../calls/seen.ts';
import { readServerRow } from '../calls/server-row.ts';
import { changeTold } from '../change/change.ts';
import { MODULE_ROWS } from './rows.ts';
import { readModules, writeModules } from './store.ts';

/** `POST server/:id/modules`: whoever runs the server looks at everybody who is on it by what holds then. */
export const modulesSet: Handler<'modulesSet'> = ({ params, body }, context) =>
  setModules(context, params.server_id, body.was, (before) => ({
    ping: body.ping ?? before.ping,
    geoblocking: body.geoblocking ?? before.geoblocking,
    reserved_slots: body.reserved_slots ?? before.reserved_slots,
    steam: body.steam ?? before.steam,
    vpn: body.vpn ?? before.vpn,
    own_list: body.own_list ?? before.own_list,
  }));

/** `POST server/:id/modules/whitelist`. Whoever switches it on or off ends its pause. */
export const whitelistSet: Handler<'whitelistSet'> = ({ params, body }, context) =>
  setModules(
    context,
    params.server_id,
    body.was && { whitelist: body.was },
    ({ whitelist: { active: was, paused: rested } }) => {
      const { active = was, paused = active === was && rested } = body;
      return { whitelist: { active, paused } };
    },
  );

function setModules(
  context: Parameters<Handler<'modulesSet'>>[1],
  id: string,
  was: object | undefined,
  next: (before: Modules) => Partial<Modules>,
): Promise<{ position: number }> {
  return changeTold(context, async (made) => {
    await readServerRow(made.trx, id, true);
    const { modules: before } = await readModules(made.trx, id);
    refuseUnseen(before, was);
    const after = { ...before, ...next(before) };
    const changed = MODULE.filter((name) => !isDeepStrictEqual(after[name], before[name]));
    if (changed.length === 0) return made.tellRows(MODULE_ROWS, id, []);
    const valuesOf = (of: Modules) => Object.fromEntries(changed.map((name) => [name, of[name]]));
    await writeModules(made.trx, id, after, context.now);
    made.tellConfigured(id, 'modules', context.account);
    made.audit({
      resource: serverResource(id),
      action: 'modules.set',
      detail: { modules: changed },
      told: { before: valuesOf(before), after: valuesOf(after) },
    });
    made.notify({ kind: 'modules-changed', server: id });
    return made.tellRows(MODULE_ROWS, id, [id]);
  });
}
