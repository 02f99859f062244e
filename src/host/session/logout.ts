import { change } from '../change/change.ts';
import type { Handler } from '../calls/handler.ts';
import { accountResource } from '../access/grants.ts';
import { endSession } from '../identity/sessions.ts';

export const logout: Handler<'logout'> = async (_input, context) => {
  const { session, client } = context;
  if (session !== null) {
    await change(context, async (made) => {
      await endSession(made.trx, session.id);
      made.endSessions([session.id]);
      made.audit({
        resource: accountResource(session.account.id),
        action: 'account.sign-out',
      });
    });
  }
  client.leave();
  return { status: true };
};
