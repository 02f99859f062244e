/** Arrange one's pages: an account's own, so that nobody else is told. */
import type { Handler } from '../calls/handler.ts';
import { changeTold } from '../change/change.ts';
import type { ToldRows } from '../change/told-rows.ts';

/** How an account has arranged its pages. */
export const ARRANGEMENT_ROWS: ToldRows<'arrangements'> = {
  resource: 'arrangements',
  async read(trx, accountId) {
    const rows = await trx
      .selectFrom('arrangements')
      .select(['account_id as id', 'console'])
      .where('account_id', '=', accountId)
      .execute();
    return rows.map((row) => ({ ...row, server_id: null }));
  },
};

export const arrangementSet: Handler<'arrangementSet'> = async ({ body }, context) => {
  const { id: account_id } = context.account;
  const { console } = body;
  return changeTold(context, async (made) => {
    await made.trx
      .insertInto('arrangements')
      .values({ account_id, console })
      .onConflict((row) => row.column('account_id').doUpdateSet({ console }))
      .execute();
    return made.tellRows(ARRANGEMENT_ROWS, account_id, [account_id]);
  });
};
