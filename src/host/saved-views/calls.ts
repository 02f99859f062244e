/** Save and forget a view: an account's own, so that nobody else is told. */
import { VIEW_LIMIT } from '../../protocol/saved-views/limits.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { change } from '../change/change.ts';
import { lockName } from '../store/lock.ts';
import { VIEW_ROWS } from './rows.ts';

export const viewSave: Handler<'viewSave'> = async ({ params, body }, context) => {
  const { id: account_id } = context.account;
  const { view_id: id } = params;
  const { name, address } = body;
  const told = await change(context, async (made) => {
    const { trx } = made;
    await lockName(trx, `views of ${account_id}`);
    const { others } = await trx
      .selectFrom('saved_views')
      .select((row) => row.fn.countAll<number>().as('others'))
      .where('account_id', '=', account_id)
      .where('id', '!=', id)
      .executeTakeFirstOrThrow();
    if (others >= VIEW_LIMIT.views) {
      throw new HostError(
        'limit-reached',
        `There are ${VIEW_LIMIT.views} saved views already. Delete one first.`,
      );
    }
    await trx
      .insertInto('saved_views')
      .values({ account_id, id, name, address })
      .onConflict((row) => row.columns(['account_id', 'id']).doUpdateSet({ name, address }))
      .execute();
    return made.tellRows(VIEW_ROWS, account_id, [id]);
  });
  return { position: told() };
};

export const viewDelete: Handler<'viewDelete'> = async ({ params }, context) => {
  const { id: account_id } = context.account;
  const told = await change(context, async (made) => {
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
  return { position: told() };
};
