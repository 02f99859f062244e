import { ACCOUNT_STATUS } from '../../protocol/enumerations.ts';
import { change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { queueMail } from '../mail/outbox.ts';
import { endAllSessions, mayEnter } from '../identity/sessions.ts';
import type { Trx } from '../store/database.ts';
import type { Account } from '../store/tables/account.ts';
import type { AccountDeps } from './deps.ts';
import { beginSession, HOME } from './enter.ts';
import { attemptKey, forgetAttempts } from '../identity/lock-out.ts';
import { passwordChangedMail } from './mails.ts';
import { revokeLinks, redeemLink } from './single-use-links.ts';
import { verifiedOwner } from './verification.ts';

export const resetPassword: Handler<'resetPassword', AccountDeps> = async ({ body }, context) => {
  const { client, now } = context;
  const session = await change(context, async (made) => {
    const { trx } = made;
    const link = await redeemLink(trx, body.token, 'reset', now);
    const account = link === null ? null : await accountOf(trx, link.account_id);
    if (link === null || account === null || !mayEnter(account.status)) {
      throw new HostError('link-invalid', 'This link is used or has expired. Ask for a new one.');
    }
    await trx
      .updateTable('accounts')
      .set({ password_hash: await context.hashing.hash(body.password) })
      .where('id', '=', account.id)
      .execute();
    // The link came by mail, so the address is theirs.
    if (link.email_key === account.email_key) await verifyIfFree(trx, account, now);
    await revokeLinks(trx, account.id, 'reset', now);
    for (const name of [account.username, account.email]) {
      await forgetAttempts(trx, attemptKey(context.secrets, name, client.address));
    }
    made.endSessions(await endAllSessions(trx, account.id));
    await queueMail(
      trx,
      context.secrets,
      passwordChangedMail(context.portalOrigin(), account),
      now,
    );
    return beginSession(made, context, account.id, 'account.reset-password');
  });
  client.enter(session);
  context.wakeMailer();
  return { status: true, next: HOME };
};

async function accountOf(trx: Trx, id: string): Promise<Account | null> {
  const row = await trx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

async function verifyIfFree(trx: Trx, account: Account, now: number): Promise<void> {
  if (account.email_verified_at !== null) return;
  if ((await verifiedOwner(trx, account.email_key)) !== null) return;
  await trx
    .updateTable('accounts')
    .set({ email_verified_at: now, status: ACCOUNT_STATUS.VERIFIED })
    .where('id', '=', account.id)
    .where('status', 'in', [ACCOUNT_STATUS.NOT_VERIFIED, ACCOUNT_STATUS.VERIFIED])
    .execute();
}
