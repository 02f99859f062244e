import { isDeepStrictEqual } from 'node:util';
import type { Modules } from '../../protocol/modules/fields.ts';
import { serverResource } from '../access/grants.ts';
import type { Handler } from '../calls/handler.ts';
import { refuseUnseen } from '../calls/seen.ts';
import { readServerRow } from '../calls/server-row.ts';
import { changeTold } from '../change/change.ts';
import { MODULE_ROWS } from './rows.ts';
import { readModules, writeModules } from './store.ts';

const MODULE = ['ping', 'geoblocking'] as const satisfies readonly (keyof Modules)[];

/** `POST server/:id/modules`: whoever runs the server looks at everybody who is on it by what holds then. */
export const modulesSet: Handler<'modulesSet'> = ({ params, body }, context) =>
  changeTold(context, async (made) => {
    const { server_id: id } = params;
    await readServerRow(made.trx, id, true);
    const { modules: before } = await readModules(made.trx, id);
    refuseUnseen(before, body.was);
    const changed = MODULE.filter(
      (name) => body[name] !== undefined && !isDeepStrictEqual(body[name], before[name]),
    );
    if (changed.length === 0) return made.tellRows(MODULE_ROWS, id, []);
    const set = (of: { readonly [K in keyof Modules]?: Modules[K] | undefined }) =>
      Object.fromEntries(changed.map((name) => [name, of[name]])) as Partial<Modules>;
    const after = { ...before, ...set(body) };
    await writeModules(made.trx, id, after, context.now);
    made.tellConfigured(id, 'modules', context.account);
    made.audit({
      resource: serverResource(id),
      action: 'modules.set',
      detail: { modules: changed },
      told: { before: set(before), after: set(after) },
    });
    made.notify({ kind: 'modules-changed', server: id });
    return made.tellRows(MODULE_ROWS, id, [id]);
  });
