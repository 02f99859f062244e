import { z } from 'zod';
import { hexId } from '../../protocol/fields.ts';
import { ACCOUNTABLE, PLAN_COLUMNS, limitsOf } from '../access/plan.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change } from '../change/change.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Trx } from '../store/database.ts';
import { holdToPlan } from './plan-limit.ts';

/** The kinds of the jobs: of one account, when its period ends; of all, since the operator may have other plans now. */
export const HOLD_PLAN = 'hold-plan';
export const HOLD_PLANS = 'hold-plans';

const payload = z.object({ account_id: hexId });

/** Has an account held to its plan when its period ends. */
export async function holdAt(trx: Trx, accountId: string, until: number): Promise<void> {
  await enqueue(trx, {
    kind: HOLD_PLAN,
    key: `${accountId} ${until}`,
    payload: { account_id: accountId },
    runAt: until,
  });
}

/** The period of an account has ended: its tabs are told, and it is held to what follows. */
export async function holdPlan(deps: HostDeps, given: unknown): Promise<void> {
  const { account_id: id } = payload.parse(given);
  await holdToPlan(deps, deps.settings, id);
  await change({ ...deps, now: deps.clock() }, async (made) => {
    made.tellAccount(id, 'subscription');
  });
}

/**
 * Holds every account to its plan; those where nothing is to be done are not locked. Where one cannot be, the others are,
 * and it is tried again with all of them.
 */
export async function holdPlans(deps: HostDeps): Promise<void> {
  const { db, settings, clock, log } = deps;
  const owners = await db
    .selectFrom('servers')
    .innerJoin('accounts', (join) => join.on('accounts.id', '=', ACCOUNTABLE))
    .select(PLAN_COLUMNS)
    .select(({ fn }) => [
      'accounts.id',
      fn.countAll<number>().as('owned'),
      fn.countAll<number>().filterWhere('servers.beyond_plan', '=', true).as('beyond'),
    ])
    .groupBy('accounts.id')
    .execute();
  for (const owner of owners) {
    const limit = limitsOf(owner, settings, clock()).servers;
    const beyond = limit === null ? 0 : Math.max(0, owner.owned - limit);
    if (beyond === owner.beyond) continue;
    try {
      await holdToPlan(deps, settings, owner.id);
    } catch (error) {
      log.error({ err: error, account: owner.id }, 'an account could not be held to its plan');
    }
  }
}
