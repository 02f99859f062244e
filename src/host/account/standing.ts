import { ACCOUNT_STATUS, type AccountTitleName } from '../../protocol/enumerations.ts';
import { accountResource } from '../access/grants.ts';
import { HostError } from '../calls/host-error.ts';
import type { Change } from '../change/change.ts';
import { tellSupported } from '../groups/support.ts';
import { lockAccount } from '../identity/accounts.ts';
import { endAllSessions, mayEnter, sessionsOf } from '../identity/sessions.ts';
import { isUniqueViolation } from '../store/database.ts';

export type AccountState = keyof typeof ACCOUNT_STATUS;

/**
 * Sets the state of an account. One that may not be signed in loses its sessions; one that is in set-up keeps them for when
 * that ends. Sockets end in both cases, and so do those of the displays that it paired. VERIFIED and NOT_VERIFIED are what
 * is held of its address too.
 */
export async function setState(made: Change, id: string, state: AccountState): Promise<void> {
  const { trx, now } = made;
  const status = ACCOUNT_STATUS[state];
  await lockAccount(trx, id);
  const before = await trx
    .selectFrom('accounts')
    .select(['status', 'email_verified_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const verified = before.email_verified_at;
  const email_verified_at =
    state === 'VERIFIED' ? (verified ?? now) : state === 'NOT_VERIFIED' ? null : verified;
  try {
    await trx
      .updateTable('accounts')
      .set({ status, email_verified_at })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    if (!isUniqueViolation(error, 'accounts_verified_email')) throw error;
    const text = 'Another account has verified the same address.';
    throw new HostError('email-taken', text, { cause: error });
  }
  if (!mayEnter(status)) {
    made.endSessions(
      state === 'IN_SETUP' ? await sessionsOf(trx, id) : await endAllSessions(trx, id),
    );
  }
  made.changeGrants(id);
  made.tellAccount(id, 'account');
  made.audit({
    actor: null,
    resource: accountResource(id),
    action: 'account.status',
    detail: { before: stateOf(before.status), after: state },
  });
}

/** Gives an account a title, or takes it. */
export async function setTitle(
  made: Change,
  id: string,
  title: AccountTitleName,
  given: boolean,
): Promise<void> {
  const { trx } = made;
  await lockAccount(trx, id);
  const { titles } = await trx
    .selectFrom('accounts')
    .select('titles')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (titles.includes(title) === given) return;
  const after = given ? [...titles, title] : titles.filter((one) => one !== title);
  await trx.updateTable('accounts').set({ titles: after }).where('id', '=', id).execute();
  // What owners let staff do is theirs from now on, or no longer.
  if (title === 'staff') {
    made.changeGrants(id);
    await tellSupported(made, id);
  }
  made.tellAccount(id, title === 'staff' ? 'permissions' : 'account');
  made.audit({
    actor: null,
    resource: accountResource(id),
    action: 'account.title',
    detail: { title, given },
  });
}

function stateOf(status: number): AccountState | null {
  const states = Object.keys(ACCOUNT_STATUS) as AccountState[];
  return states.find((state) => ACCOUNT_STATUS[state] === status) ?? null;
}
