import type { Change } from '../change/change.ts';
import { MODULE_ROWS } from './rows.ts';
import { readModules, writeModules } from './store.ts';

/** Pauses or resumes the whitelist of a server. `off`: none is switched on; `same`: it was so already. */
export async function pauseWhitelist(
  made: Change,
  serverId: string,
  paused: boolean,
): Promise<'done' | 'same' | 'off'> {
  // Nobody sets modules of the server in the meantime.
  const server = await made.trx
    .selectFrom('servers')
    .select('id')
    .where('id', '=', serverId)
    .forUpdate()
    .executeTakeFirst();
  if (server === undefined) return 'off';
  const { modules } = await readModules(made.trx, serverId);
  if (!modules.whitelist.active) return 'off';
  if (modules.whitelist.paused === paused) return 'same';
  const whitelist = { ...modules.whitelist, paused };
  await writeModules(made.trx, serverId, { ...modules, whitelist }, made.now);
  made.tellRows(MODULE_ROWS, serverId, [serverId]);
  made.notify({ kind: 'modules-changed', server: serverId });
  return 'done';
}
