import { mayAddServer } from '../../domain/account/plan.ts';
import { mayHost } from '../../domain/permissions.ts';
import type { AccountRow } from '../../domain/rows.ts';

type Account = Pick<AccountRow, 'servers' | 'capabilities' | 'subscription' | 'limits' | 'usage'>;

/** Why an account can add no server now; null where it can. */
export function whyNotAdd(account: Account): 'permission' | 'restricted' | 'limit' | null {
  if (!mayHost(account, 'host.server.create')) return 'permission';
  if (account.subscription.restricted) return 'restricted';
  const { subscription, usage, limits } = account;
  return mayAddServer(subscription, usage.servers, limits.servers) ? null : 'limit';
}
