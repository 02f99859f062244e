import { ACCOUNT_STATUS } from '../../protocol/enumerations.ts';
import { change, type Change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { accountResource } from '../access/grants.ts';
import { isUniqueViolation } from '../store/database.ts';
import type { AccountDeps } from './deps.ts';
import { HOME } from './enter.ts';
import { redeemLink } from './single-use-links.ts';
import { queueVerification } from './verification.ts';

export const verifyEmail: Handler<'verifyEmail', AccountDeps> = async ({ body }, context) => {
  try {
    await change(context, (made) => redeemVerification(made, body.token));
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_verified_email')) throw linkInvalid();
    throw error;
  }
  return { status: true, next: HOME };
};

export const resendVerification: Handler<'resendVerification', AccountDeps> = async (
  _input,
  context,
) => {
  const {
    account: { id },
    now,
  } = context;
  await change(context, async ({ trx }) => {
    const account = await trx
      .selectFrom('accounts')
      .select(['id', 'username', 'email', 'email_verified_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (account.email_verified_at === null) await queueVerification(trx, context, account, now);
  });
  context.wakeMailer();
  return { status: true };
};

/** Verifies the address that a link was mailed to. Refuses `link-invalid`. */
export async function redeemVerification(made: Change, token: string): Promise<void> {
  const { trx, now } = made;
  const link = await redeemLink(trx, token, 'verify', now);
  if (link === null) throw linkInvalid();
  const { account_id: id } = link;
  const updated = await trx
    .updateTable('accounts')
    .set({ email_verified_at: now })
    .where('id', '=', id)
    .where('email_key', '=', link.email_key)
    .executeTakeFirstOrThrow();
  if (updated.numUpdatedRows !== 1n) throw linkInvalid();
  await trx
    .updateTable('accounts')
    .set({ status: ACCOUNT_STATUS.VERIFIED })
    .where('id', '=', id)
    .where('status', '=', ACCOUNT_STATUS.NOT_VERIFIED)
    .execute();
  made.tellAccount(id, 'account');
  made.audit({ actor: id, resource: accountResource(id), action: 'account.verify-email' });
}

function linkInvalid(): HostError {
  return new HostError('link-invalid', 'This link is used or has expired. Ask for a new one.');
}
