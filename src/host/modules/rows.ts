import type { ToldRows } from '../change/told-rows.ts';
import { readModules } from './store.ts';

export const MODULE_ROWS: ToldRows<'modules'> = {
  resource: 'modules',
  async read(trx, id) {
    const server = await trx
      .selectFrom('servers')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (server === undefined) return [];
    const { modules, changedAt } = await readModules(trx, id);
    return [{ id, server_id: id, changed_at: changedAt, ...modules }];
  },
};
