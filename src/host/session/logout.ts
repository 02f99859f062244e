import type { FastifyInstance } from 'fastify';
import { CALLS } from '../../protocol/calls.ts';
import { appendAudit } from '../audit/append.ts';
import type { HostDeps } from '../calls/deps.ts';
import { route } from '../http/route.ts';
import { accountResource } from '../access/grants.ts';
import { endSession } from '../identity/sessions.ts';

export function registerLogout(app: FastifyInstance, deps: HostDeps): void {
  route(
    app,
    deps,
    CALLS.logout,
  )(async ({ session, client, db, now }) => {
    if (session !== null) {
      const { id: actor } = session.account;
      await db.transaction().execute(async (trx) => {
        await endSession(trx, session.id);
        await deps.publish.sessionsEnded(trx, [session.id]);
        await appendAudit(trx, deps.secrets, {
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
  });
}
