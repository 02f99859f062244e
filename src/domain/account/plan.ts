import type { PlanName } from '../../protocol/enumerations.ts';
import { SCHEDULE_LIMIT } from '../../protocol/schedules/limits.ts';
import { mayHost } from '../permissions.ts';
import type { AccountRow } from '../rows.ts';

/** How much a plan allows; null is no limit (fair use). */
export interface PlanLimits {
  readonly servers: number | null;
  readonly ban_lists: number | null;
  readonly teams: number | null;
}

/**
 * First specification, section 6. `basic` allows a count of servers that comes with the plan; where
 * none came, one, as free does.
 */
export function planLimits(plan: PlanName, given: number | null = null): PlanLimits {
  switch (plan) {
    case 'free':
      return { servers: 1, ban_lists: 1, teams: 0 };
    case 'basic':
      return { servers: given ?? 1, ban_lists: 1, teams: 1 };
    case 'pro':
      return { servers: 5, ban_lists: 2, teams: 2 };
    case 'community':
    case 'advanced':
      return { servers: null, ban_lists: null, teams: null };
  }
}

/**
 * How many jobs and messages a server may have whose owner has this plan. The specifications limit those of the plan
 * free and show no values: the operator says them.
 */
export function scheduleLimits(
  plan: PlanName,
  free: { readonly freeJobs: number; readonly freeMessages: number },
): { readonly jobs: number; readonly messages: number } {
  return plan === 'free'
    ? { jobs: free.freeJobs, messages: free.freeMessages }
    : { jobs: SCHEDULE_LIMIT.jobs, messages: SCHEDULE_LIMIT.messages };
}

/**
 * Whether an account that owns `owned` servers may add another. A restricted subscription (unpaid
 * invoices) adds none. First specification, section 6.
 */
export function mayAddServer(
  subscription: { readonly plan: PlanName; readonly restricted: boolean },
  owned: number,
  given: number | null = null,
): boolean {
  if (subscription.restricted) return false;
  const { servers } = planLimits(subscription.plan, given);
  return servers === null || owned < servers;
}

/** Why an account can add no server now; null where it can. */
export function whyNotAdd(
  account: Pick<AccountRow, 'servers' | 'capabilities' | 'subscription' | 'limits' | 'usage'>,
): 'permission' | 'restricted' | 'limit' | null {
  if (!mayHost(account, 'host.server.create')) return 'permission';
  if (account.subscription.restricted) return 'restricted';
  const { subscription, usage, limits } = account;
  return mayAddServer(subscription, usage.servers, limits.servers) ? null : 'limit';
}
