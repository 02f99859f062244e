import { whyNotMake } from '../../domain/account/plan.ts';
import { GROUP_LIMIT, type GroupKind } from '../../protocol/groups/limits.ts';
import { limitsOf, PLAN_COLUMNS, subscriberOf, type PlanRule } from '../access/plan.ts';
import { HostError } from '../calls/host-error.ts';
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
  const account = await trx
    .selectFrom('accounts')
    .select(PLAN_COLUMNS)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { owned } = await trx
    .selectFrom('groups')
    .select(({ fn }) => fn.countAll<number>().as('owned'))
    .where('owner', '=', accountId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  const limit = limitsOf(account, rule, now).teams;
  const why = whyNotMake(subscriberOf(account, rule, now), { limit, owned });
  if (why === 'restricted') {
    const text = 'This account is restricted: nothing new is made that counts towards a plan.';
    throw new HostError('subscription-restricted', text);
  }
  if (why === 'limit') throw onField('plan-limit-reached', `The plan allows no more ${kind}s.`);
  if (owned >= GROUP_LIMIT.owned) throw onField('limit-reached', `At most ${GROUP_LIMIT.owned}.`);
}

/** Holds an account to its plan once a change is made by which other things count by it. */
export async function holdPlan(
  { db, secrets, publish, clock, settings }: Doing,
  accountId: string,
): Promise<void> {
  await holdToPlan({ db, secrets, publish, clock }, settings, accountId);
}

function onField(code: 'plan-limit-reached' | 'limit-reached', text: string): HostError {
  return new HostError(code, text, { fields: { identifier: code } });
}
