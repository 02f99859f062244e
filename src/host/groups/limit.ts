import { GROUP_LIMIT, type GroupKind } from '../../protocol/groups/limits.ts';
import type { PlanRule } from '../access/plan.ts';
import { refuseFullPlan } from '../calls/plan-room.ts';
import type { Doing } from './group.ts';
import { holdToPlan } from '../servers/plan-limit.ts';
import type { Trx } from '../store/database.ts';

/**
 * Throws where an account can own no other group of a kind; it is locked until the transaction ends. Plans say how many
 * teams there may be, and as many organizations.
 */
export async function checkGroupLimit(
  trx: Trx,
  rule: PlanRule,
  accountId: string,
  kind: GroupKind,
  now: number,
): Promise<void> {
  const owned = async () => {
    const row = await trx
      .selectFrom('groups')
      .select(({ fn }) => fn.countAll<number>().as('owned'))
      .where('owner', '=', accountId)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow();
    return row.owned;
  };
  const wanted = { limit: 'teams', many: `${kind}s`, owned, most: GROUP_LIMIT.owned } as const;
  await refuseFullPlan(trx, rule, accountId, wanted, now);
}

/** Holds an account to its plan once a change is made by which other things count by it. */
export async function holdPlan(
  { db, secrets, publish, clock, settings }: Doing,
  accountId: string,
): Promise<void> {
  await holdToPlan({ db, secrets, publish, clock }, settings, accountId);
}
