import { ACCOUNT_STATUS } from '../../protocol/enumerations.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { change } from '../change/change.ts';
import { HostError, lockedOut } from '../calls/host-error.ts';
import type { Context, Handler } from '../calls/handler.ts';
import { accountResource, HOST_RESOURCE } from '../access/grants.ts';
import { findByIdentifier } from '../identity/accounts.ts';
import type { AccountDeps } from './deps.ts';
import { beginSession, HOME } from './enter.ts';
import { attemptKey, countAttempt, decideAttempt, forgetAttempts } from '../identity/lock-out.ts';
import { decideThrottled, isAtHome, throttleKey } from './throttle.ts';

/**
 * Equal for every name, known or not: one attempt counted, one password checked, one answer. Attempts are counted
 * by name and address, which locks, and by name over all addresses, which makes slow. Only the right
 * password learns what is the matter with an account. Whoever looks at a demo is not locked out of it.
 */
export const signIn: Handler<'signIn', AccountDeps> = async ({ body }, context) => {
  const { client, db, now } = context;
  const key = attemptKey(context.secrets, body.identifier, client.address);
  const account = await findByIdentifier(db, body.identifier);
  const throttle = { key: throttleKey(context.secrets, body.identifier), decide: decideThrottled };
  const atHome = await isAtHome(db, account?.id ?? null, client.address, now);
  const counters = [{ key, decide: decideAttempt }, ...(atHome ? [] : [throttle])];
  const refusal = await countAttempt(db, counters, now);
  if (refusal !== null && context.settings.demo === null) {
    throw lockedOut('attempts', refusal.until, now);
  }
  const right = await context.hashing.verify(account?.password_hash ?? null, body.password);
  const code = account === null || !right ? 'bad-credentials' : BLOCKED[account.status];
  if (account === null || code !== undefined) {
    await auditFailed(context, account?.id ?? null, code ?? 'bad-credentials');
    throw code === undefined || code === 'bad-credentials'
      ? new HostError('bad-credentials', 'Wrong username or password.')
      : new HostError(code, 'This account is blocked. Ask whoever runs this Muster.');
  }
  const session = await change(context, async (made) => {
    await forgetAttempts(made.trx, key);
    return beginSession(made, context, account.id, 'account.sign-in');
  });
  client.enter(session);
  return { status: true, next: HOME };
};

const BLOCKED: Readonly<Record<number, ErrorCode>> = {
  [ACCOUNT_STATUS.BANNED]: 'account-banned',
  [ACCOUNT_STATUS.TERMINATED]: 'account-terminated',
  [ACCOUNT_STATUS.DISABLED]: 'account-disabled',
  [ACCOUNT_STATUS.IN_SETUP]: 'account-in-setup',
};

/** Also where nobody has the name, so that an answer takes equally long. What was typed is not kept: it may be a password. */
async function auditFailed(
  context: Context<AccountDeps>,
  id: string | null,
  refused: ErrorCode,
): Promise<void> {
  const { address } = context.client;
  await change(context, async (made) => {
    made.audit({
      actor: null,
      resource: id === null ? HOST_RESOURCE : accountResource(id),
      action: 'account.sign-in-failed',
      detail: { refused },
      told: { address },
    });
  });
}
