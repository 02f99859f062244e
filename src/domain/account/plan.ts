import type { PlanName, PlanTierName } from '../../protocol/enumerations.ts';
import type { SessionData } from '../../protocol/session/fields.ts';
import { SCHEDULE_LIMIT } from '../../protocol/schedules/limits.ts';
import { WEBHOOK_LIMIT } from '../../protocol/webhooks/limits.ts';
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
 * How many webhooks a ban list may have whose owner has this plan. The specifications limit those of the plan free and
 * show no values: the operator says them.
 */
export function webhookLimit(plan: PlanName, free: { readonly freeWebhooks: number }): number {
  return plan === 'free' ? free.freeWebhooks : WEBHOOK_LIMIT.ofList;
}

/** Bytes that an account with this plan may keep. The specifications show no values: the operator says them, in MiB. */
export function storageQuota(
  plan: PlanName,
  mebibytes: Readonly<Record<PlanName, number>>,
): number {
  return mebibytes[plan] * 1_048_576;
}

/** The tier of the enumeration that a plan is told as. */
export function tierOf(plan: PlanName): PlanTierName {
  switch (plan) {
    case 'free':
      return 'FREE';
    case 'basic':
      return 'BASIC';
    case 'pro':
      return 'PRO';
    case 'community':
    case 'advanced':
      return 'EXTENDED';
  }
}

type Subscription = SessionData['subscription'];

/**
 * The gate of the specifications: whoever has a plan other than free that is active, or that was cancelled and whose
 * period has not ended.
 */
export function isSubscriber({ plan, status, until }: Subscription, now: number): boolean {
  if (plan === 'free' || (until !== null && until <= now)) return false;
  return status === 'ACTIVE' || status === 'CANCELLED';
}

/** The plan whose limits hold: one that is not paid yet, or has ended, is as good as free. */
export function planInForce(subscription: Subscription, now: number): PlanName {
  return isSubscriber(subscription, now) ? subscription.plan : 'free';
}

/**
 * What of a profile is open beside who somebody is and where they are: where they were comes with the plan basic, traces
 * and what is guessed over all servers with pro, and so does private mode. null: plans do not bind. First and second specification, section 6.
 */
export function profileOpens(
  subscription: Subscription | null,
  now: number,
): Readonly<Record<'sessions' | 'traces' | 'alternates' | 'private', boolean>> {
  const plan = subscription === null ? 'community' : planInForce(subscription, now);
  const isHigher = plan !== 'free' && plan !== 'basic';
  return { sessions: plan !== 'free', traces: isHigher, alternates: isHigher, private: isHigher };
}

/**
 * Why an account can make no more of something now; null where it can. `limit`: how many it may have, null is no limit.
 * First specification, section 6.
 */
export function whyNotMake(
  { restricted }: Pick<Subscription, 'restricted'>,
  { limit, owned }: { readonly limit: number | null; readonly owned: number },
): 'restricted' | 'limit' | null {
  if (restricted) return 'restricted';
  return limit === null || owned < limit ? null : 'limit';
}

/** Why an account can add no server now; null where it can. */
export function whyNotAdd(
  account: Pick<AccountRow, 'servers' | 'capabilities' | 'subscription' | 'limits' | 'usage'>,
): 'permission' | 'restricted' | 'limit' | null {
  if (!mayHost(account, 'host.server.create')) return 'permission';
  const { subscription, usage, limits } = account;
  return whyNotMake(subscription, { limit: limits.servers, owned: usage.servers });
}

/** Which of an account's things its plan no longer holds: the newest beyond the limit. `made`: the oldest first. */
export function beyondLimit<T>(made: readonly T[], limit: number | null): readonly T[] {
  return limit === null ? [] : made.slice(limit);
}
