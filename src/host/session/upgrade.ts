import type { Handler } from '../calls/handler.ts';
import { change } from '../change/change.ts';

/** `POST @me/upgrade/dismiss`: in all tabs. */
export const upgradeDismiss: Handler<'upgradeDismiss'> = async (_input, context) => {
  const { id } = context.account;
  await change(context, async (made) => {
    const { numUpdatedRows } = await made.trx
      .updateTable('accounts')
      .set({ upgrade_from: null })
      .where('id', '=', id)
      .where('upgrade_from', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) made.tellAccount(id, 'subscription');
  });
  return { status: true };
};
