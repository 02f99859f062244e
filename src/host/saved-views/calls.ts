/** Save and forget a view: an account's own, so that nobody else is told. */
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { changeTold } from '../change/change.ts';
import { refuseFull } from '../change/told-rows.ts';
import { VIEW_ROWS } from './rows.ts';

export const viewSave: Handler<'viewSave'> = async ({ params, body }, context) => {
  const { id: account_id } = context.account;
  const { view_id: id } = params;
  const { name, address } = body;
  return changeTold(context, async (made) => {
    const { trx } = made;
    await refuseFull(trx, VIEW_ROWS, account_id, id);
    await trx
      .insertInto('saved_views')
      .values({ account_id, id, name, address })
      .onConflict((row) => row.columns(['account_id', 'id']).doUpdateSet({ name, address }))
      .execute();
    return made.tellRows(VIEW_ROWS, account_id, [id]);
  });
};

export const viewDelete: Handler<'viewDelete'> = async ({ params }, context) => {
  const { id: account_id } = context.account;
  return changeTold(context, async (made) => {
    const { numDeletedRows } = await made.trx
      .deleteFrom('saved_views')
      .where('account_id', '=', account_id)
      .where('id', '=', params.view_id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) {
      throw new HostError('not-found', 'This saved view is gone. Reload the page.');
    }
    return made.tellRows(VIEW_ROWS, account_id, [params.view_id]);
  });
};
