import { accountResource } from '../access/grants.ts';
import type { Handler } from '../calls/handler.ts';
import { change } from '../change/change.ts';
import { opensOf, refuseByPlan } from '../players/seen-person.ts';

/** `POST @me/private`: whoever is in private mode may leave it by any plan. */
export const privateSet: Handler<'privateSet'> = async ({ body }, context) => {
  const { account, settings, now } = context;
  await change(context, async (made) => {
    if (body.private) {
      const { private: opens } = await opensOf(made.trx, account.id, settings, now);
      refuseByPlan(opens);
    }
    const { numUpdatedRows } = await made.trx
      .updateTable('accounts')
      .set({ private: body.private })
      .where('id', '=', account.id)
      .where('private', '<>', body.private)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const detail = { private: body.private };
    made.audit({ resource: accountResource(account.id), action: 'account.private', detail });
  });
  return { private: body.private };
};
