import { change } from '../change/change.ts';
import type { Handler } from '../calls/handler.ts';
import { queueMail } from '../mail/outbox.ts';
import { mayEnter } from '../identity/sessions.ts';
import { findByIdentifier, lockAccount } from '../identity/accounts.ts';
import type { AccountDeps } from './deps.ts';
import { resetMail } from './mails.ts';
import { countLinks, issueLink, LINK_AGE_MS } from './single-use-links.ts';

/** So many links within an hour; a mailbox is no place for a stranger's thousand. */
const MOST_LINKS = 3;

/** Answers at once and alike; whether there is such an account is looked up afterwards. */
export const forgotPassword: Handler<'forgotPassword', AccountDeps> = async ({ body }, context) => {
  const { now } = context;
  context.background.run('forgotten password', () => mailReset(context, body.identifier, now));
  return { status: true };
};

async function mailReset(deps: AccountDeps, identifier: string, now: number): Promise<void> {
  const { db, publish, secrets } = deps;
  const account = await findByIdentifier(db, identifier);
  if (account === null || !mayEnter(account.status)) return;
  await change({ db, publish, secrets, now }, async ({ trx }) => {
    // Those that ask at once wait for each other here, whichever host they asked.
    await lockAccount(trx, account.id);
    const recent = await countLinks(trx, account.id, 'reset', now - LINK_AGE_MS.reset);
    if (recent >= MOST_LINKS) return;
    const token = await issueLink(trx, account.id, account.email_key, 'reset', now);
    await queueMail(trx, secrets, resetMail(deps.portalOrigin(), account, token), now);
  });
  deps.wakeMailer();
}
