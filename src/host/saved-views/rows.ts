import type { ToldRows } from '../change/told-rows.ts';

/** The views that an account has saved. */
export const VIEW_ROWS: ToldRows<'views'> = {
  resource: 'views',
  async read(trx, accountId, ids) {
    const all = trx
      .selectFrom('saved_views')
      .select(['id', 'name', 'address'])
      .where('account_id', '=', accountId);
    const rows = await (ids === null ? all : all.where('id', 'in', ids)).execute();
    return rows.map((row) => ({ ...row, server_id: null }));
  },
};
