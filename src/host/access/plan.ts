import { sql, type RawBuilder, type SqlBool } from 'kysely';
import {
  planInForce,
  planLimits,
  storageQuota,
  type PlanLimits,
} from '../../domain/account/plan.ts';
import {
  PLAN,
  SUBSCRIPTION_STATUS,
  type PlanName,
  type SubscriptionStatusName,
} from '../../protocol/enumerations.ts';
import type { SessionData } from '../../protocol/session/fields.ts';
import type { Settings } from '../settings.ts';
import type { Database, Trx } from '../store/database.ts';
import type { Account } from '../store/tables/account.ts';

type Subscription = SessionData['subscription'];

/** What the operator has settled of plans. */
export type PlanRule = Pick<Settings, 'plans' | 'plan'>;

/** What the operator has settled of plans and of what may be kept. */
export type StorageRule = PlanRule & Pick<Settings, 'storageMib' | 'planStorageMib'>;

/** What an account's row says of its plan. */
export const PLAN_COLUMNS = [
  'plan',
  'plan_until',
  'plan_servers',
  'plan_status',
  'next_plan',
  'plan_restricted',
  'upgrade_from',
] as const;
const MEBIBYTE = 1_048_576;
type PlanRow = Pick<Account, (typeof PLAN_COLUMNS)[number]>;

/**
 * The subscription of an account as it is now: the operator's plan where plans do not bind. One whose period has ended is
 * what follows it, and free where nothing does.
 */
export function subscriberOf(account: PlanRow, rule: PlanRule, now: number): Subscription {
  const { plan_until: until, plan_restricted: restricted } = account;
  if (!rule.plans) return { plan: rule.plan.name, ...lasting(rule.plan.name), restricted };
  const plan = planNamed(account.plan);
  const next = account.next_plan === null ? null : planNamed(account.next_plan);
  if (until !== null && until <= now) {
    return next === null
      ? { plan: 'free', status: 'EXPIRED', until, restricted }
      : { plan: next, ...lasting(next), restricted };
  }
  if (plan === 'free') return { plan, ...lasting(plan), restricted };
  const status = statusNamed(account.plan_status);
  return { plan, status, until, restricted, ...(next !== null && { next_plan: next }) };
}

/** What an account may have by its plan. */
export function limitsOf(account: PlanRow, rule: PlanRule, now: number): PlanLimits {
  const given = rule.plans ? account.plan_servers : rule.plan.servers;
  return planLimits(planInForce(subscriberOf(account, rule, now), now), given);
}

/** Bytes that the servers of an account may keep: by the operator's one figure where plans do not bind. */
export function quotaOf(account: PlanRow, rule: StorageRule, now: number): number {
  const { plans, storageMib, planStorageMib } = rule;
  if (!plans) return storageMib * MEBIBYTE;
  return storageQuota(planInForce(subscriberOf(account, rule, now), now), planStorageMib);
}

/** Whether the plan stopped the account, which has neither put that aside since nor got a higher one. */
export function upgradeDue(account: PlanRow, rule: PlanRule, now: number): boolean {
  const { upgrade_from: from } = account;
  if (!rule.plans || from === null) return false;
  const plan = planInForce(subscriberOf(account, rule, now), now);
  return PLAN.indexOf(plan) <= PLAN.indexOf(planNamed(from));
}

/** By whose plan one of `servers` counts: its owner's, or whose team or organization it belongs to. */
export const ACCOUNTABLE = sql<string>`
  coalesce((select g.owner from groups g where g.id = servers.owner), servers.owner)
`;

/** How many servers count by an account's plan; those that are being deleted do until they are gone. */
export async function ownedServers(db: Database | Trx, accountId: string): Promise<number> {
  const { owned } = await db
    .selectFrom('servers')
    .select(({ fn }) => fn.countAll<number>().as('owned'))
    .where(ofAccount(accountId))
    .executeTakeFirstOrThrow();
  return owned;
}

/** Whether one of `servers` counts by an account's plan. */
export function ofAccount(accountId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`
    (servers.owner = ${accountId} or servers.owner in (select id from groups where owner = ${accountId}))
  `;
}

/** A plan without end. Free accounts are no subscribers. */
function lasting(plan: PlanName): Pick<Subscription, 'status' | 'until'> {
  return { status: plan === 'free' ? 'INACTIVE' : 'ACTIVE', until: null };
}

function planNamed(stored: string): PlanName {
  const plan = PLAN.find((name) => name === stored);
  if (plan === undefined) throw new TypeError(`There is no plan ${stored}.`);
  return plan;
}

function statusNamed(stored: string): SubscriptionStatusName {
  const status = SUBSCRIPTION_STATUS.find((name) => name === stored);
  if (status === undefined) throw new TypeError(`There is no status ${stored}.`);
  return status;
}
