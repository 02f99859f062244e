import type { PlanName, SubscriptionStatusName } from '../../protocol/enumerations.ts';
import { accountResource } from '../access/grants.ts';
import type { PlanRule } from '../access/plan.ts';
import { change } from '../change/change.ts';
import { lockAccount } from '../identity/accounts.ts';
import { holdAt } from './hold-plans.ts';
import { holdToPlan, type PlanHolder } from './plan-limit.ts';

/** A plan as it is given to an account. */
export interface NewPlan {
  readonly plan: PlanName;
  /** The end of its period; null: without end. */
  readonly until: number | null;
  /** How many servers come with it; null: as many as it has by itself. */
  readonly servers: number | null;
  readonly status: SubscriptionStatusName;
  /** What follows; null: nothing was chosen. */
  readonly next: PlanName | null;
}

/** Gives an account a plan and holds it to that, or restricts its subscription; null leaves that as it is. */
export async function setPlan(
  holder: PlanHolder,
  rule: PlanRule,
  id: string,
  plan: NewPlan | null,
  restricted: boolean | null,
): Promise<void> {
  await change({ ...holder, now: holder.clock() }, async (made) => {
    const { trx } = made;
    await lockAccount(trx, id);
    await trx
      .updateTable('accounts')
      .set({
        ...(plan !== null && {
          plan: plan.plan,
          plan_until: plan.until,
          plan_servers: plan.servers,
          plan_status: plan.status,
          next_plan: plan.next,
        }),
        ...(restricted !== null && { plan_restricted: restricted }),
      })
      .where('id', '=', id)
      .execute();
    if (plan !== null && plan.until !== null) await holdAt(trx, id, plan.until);
    made.tellAccount(id, 'subscription');
    made.audit({
      actor: null,
      resource: accountResource(id),
      action: 'account.plan',
      detail: { ...plan, ...(restricted !== null && { restricted }) },
    });
  });
  await holdToPlan(holder, rule, id);
}
