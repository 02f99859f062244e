import { accountStream } from '../../protocol/streams.ts';
import type { Change } from '../change/change.ts';
import type { Context } from '../calls/handler.ts';
import { accountResource } from '../access/grants.ts';
import { endSession, startSession, type NewSession } from '../identity/sessions.ts';
import type { AccountDeps } from './deps.ts';

/** Where the portal goes once somebody is signed in. */
export const HOME = '/dashboard';

/**
 * Starts a session for an account in this browser, in place of any that it had, and tells the account's
 * other sessions. The caller puts it into the browser (`client.enter`) once the transaction is committed.
 */
export async function beginSession(
  made: Change,
  context: Context<AccountDeps>,
  accountId: string,
  action: 'account.found' | 'account.sign-up' | 'account.sign-in' | 'account.reset-password',
): Promise<NewSession> {
  const { trx, now } = made;
  const { client, session: former } = context;
  if (former !== null) await endSession(trx, former.id);
  const session = await startSession(trx, accountId, client, context.settings.sessionDays, now);
  made.tell(accountStream(accountId), 'user:bootstraped', { muster_id: accountId, at: now });
  if (former !== null) made.endSessions([former.id]);
  made.audit({
    actor: accountId,
    resource: accountResource(accountId),
    action,
    by: { session: session.id, through: null },
    // Whoever enters is nobody yet when they call.
    told: { address: client.address },
  });
  return session;
}
