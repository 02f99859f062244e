import {
  ACCOUNT_STATUS,
  type AccountTitleName,
  type PlanName,
} from '../../protocol/enumerations.ts';
import type { HostPermission } from '../../protocol/permissions.ts';
import type { Change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import { accountResource, grant, HOST_RESOURCE } from '../access/grants.ts';
import { nameKey } from '../identity/accounts.ts';
import { isUniqueViolation } from '../store/database.ts';
import { newId } from '../store/ids.ts';

export interface NewAccount {
  readonly username: string;
  readonly displayName: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly plan: PlanName;
  readonly titles: readonly AccountTitleName[];
  readonly capabilities: readonly HostPermission[];
  /** How it came to be, for the audit. */
  readonly by: 'founding' | 'sign-up' | 'terminal';
}

/**
 * Makes an account with what it may do with the host, and answers its id. Refuses `username-taken`. An
 * address that somebody else has verified is no reason to refuse: that would tell who has an account.
 */
export async function createAccount(made: Change, account: NewAccount): Promise<string> {
  const { trx, now } = made;
  const id = newId(now);
  try {
    await trx
      .insertInto('accounts')
      .values({
        id,
        username: account.username,
        username_key: nameKey(account.username),
        display_name: account.displayName,
        email: account.email,
        email_key: nameKey(account.email),
        email_verified_at: null,
        password_hash: account.passwordHash,
        status: ACCOUNT_STATUS.NOT_VERIFIED,
        titles: [...account.titles],
        plan: account.plan,
        plan_until: null,
        created_at: now,
      })
      .execute();
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_username_key')) {
      throw new HostError('username-taken', 'This username is taken.', {
        fields: { username: 'taken' },
        cause: error,
      });
    }
    throw error;
  }
  await grant(trx, id, HOST_RESOURCE, account.capabilities, null, now);
  made.audit({
    actor: account.by === 'terminal' ? null : id,
    resource: accountResource(id),
    action: 'account.create',
    detail: { by: account.by, plan: account.plan, capabilities: account.capabilities },
  });
  return id;
}
