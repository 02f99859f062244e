import type { Database, Trx } from '../store/database.ts';
import { queueMail } from '../mail/outbox.ts';
import { nameKey } from '../identity/accounts.ts';
import type { AccountDeps } from './deps.ts';
import { addressInUseMail, verificationMail } from './mails.ts';
import { issueLink, revokeLinks } from './single-use-links.ts';

interface Addressed {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

/**
 * Mails the link that verifies an account's address; where somebody else has verified that address, mails
 * that instead, so that only the mailbox's owner learns of it.
 */
export async function queueVerification(
  trx: Trx,
  deps: Pick<AccountDeps, 'secrets' | 'portalOrigin'>,
  account: Addressed,
  now: number,
): Promise<void> {
  const emailKey = nameKey(account.email);
  const owner = await verifiedOwner(trx, emailKey);
  await revokeLinks(trx, account.id, 'verify', now);
  const token = await issueLink(trx, account.id, emailKey, 'verify', now);
  const mail =
    owner === null || owner.id === account.id
      ? verificationMail(deps.portalOrigin(), account, token)
      : addressInUseMail(deps.portalOrigin(), account.email, owner.username);
  await queueMail(trx, deps.secrets, mail, now);
}

/** The account that has verified an address. */
export async function verifiedOwner(
  db: Database | Trx,
  emailKey: string,
): Promise<{ readonly id: string; readonly username: string } | null> {
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('email_key', '=', emailKey)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  return row ?? null;
}
