import { beyondLimit, planInForce, whyNotMake } from '../../domain/account/plan.ts';
import {
  limitsOf,
  ofAccount,
  ownedServers,
  PLAN_COLUMNS,
  subscriberOf,
  upgradeDue,
  type PlanRule,
} from '../access/plan.ts';
import { HostError } from '../calls/host-error.ts';
import type { Context } from '../calls/handler.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import type { Database, Trx } from '../store/database.ts';
import { setRestriction } from './restrict.ts';

/** Refuses where the plan of an account allows no further server. In a transaction it locks the account. */
export async function checkPlanLimit(
  db: Database | Trx,
  rule: PlanRule,
  accountId: string,
  now: number,
): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select(PLAN_COLUMNS)
    .where('id', '=', accountId)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  const why = whyNotMake(subscriberOf(account, rule, now), {
    limit: limitsOf(account, rule, now).servers,
    owned: await ownedServers(db, accountId),
  });
  if (why === null) return;
  throw why === 'restricted'
    ? new HostError('subscription-restricted', 'This account is restricted and adds no servers.')
    : new HostError('plan-limit-reached', 'The plan of this account allows no more servers.');
}

/**
 * Refuses whoever calls to add a server beyond their plan. They are then led to the page that says so, until they put that
 * aside or have a higher plan; never where plans do not bind.
 */
export async function refuseBeyondPlan(context: Context): Promise<void> {
  const { db, settings, account, now } = context;
  try {
    await checkPlanLimit(db, settings, account.id, now);
  } catch (error) {
    const stopped = error instanceof HostError && error.kind === 'plan-limit-reached';
    if (stopped && settings.plans) await leadToUpgrade(context, account.id);
    throw error;
  }
}

async function leadToUpgrade(context: ChangeContext & { settings: PlanRule }, id: string) {
  const { settings } = context;
  await change(context, async (made) => {
    const { trx, now } = made;
    const account = await trx
      .selectFrom('accounts')
      .select(PLAN_COLUMNS)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (upgradeDue(account, settings, now)) return;
    const from = planInForce(subscriberOf(account, settings, now), now);
    await trx.updateTable('accounts').set({ upgrade_from: from }).where('id', '=', id).execute();
    made.tellAccount(id, 'subscription');
  });
}

/**
 * Restricts the servers of an account that its plan no longer holds, the newest first, and ends that of those that it
 * holds. Whoever else does the same waits, and then finds nothing to do.
 */
export async function holdToPlan(made: Change, rule: PlanRule, accountId: string): Promise<void> {
  const { trx, now } = made;
  const account = await trx
    .selectFrom('accounts')
    .select(PLAN_COLUMNS)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (account === undefined) return;
  const servers = await trx
    .selectFrom('servers')
    .select(['id', 'beyond_plan'])
    .where(ofAccount(accountId))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const beyond = new Set(beyondLimit(servers, limitsOf(account, rule, now).servers));
  for (const server of servers) {
    const restricts = beyond.has(server);
    if (restricts !== server.beyond_plan) {
      await setRestriction(made, server.id, { by: 'plan', restricts });
    }
  }
}
