import { appendAudit } from '../audit/append.ts';
import type { Handler } from '../calls/handler.ts';
import { accountResource } from '../access/grants.ts';
import { endSession } from '../identity/sessions.ts';

export const logout: Handler<'logout'> = async (
  _input,
  { session, client, db, now, publish, secrets },
) => {
  if (session !== null) {
    const { id: actor } = session.account;
    await db.transaction().execute(async (trx) => {
      await endSession(trx, session.id);
      await publish.sessionsEnded(trx, [session.id]);
      await appendAudit(trx, secrets, {
        at: now,
        actor,
        resource: accountResource(actor),
        action: 'account.sign-out',
        detail: { session: session.id },
      });
    });
  }
  client.leave();
  return { status: true };
};
