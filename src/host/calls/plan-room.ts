import { whyNotMake, type PlanLimits } from '../../domain/account/plan.ts';
import { limitsOf, PLAN_COLUMNS, subscriberOf, type PlanRule } from '../access/plan.ts';
import type { Trx } from '../store/database.ts';
import { HostError } from './host-error.ts';

/** Of what an account wants to own one more: what plans call it, how many it has, and the most that anybody has. */
interface Wanted {
  readonly limit: keyof PlanLimits;
  readonly many: string;
  readonly owned: () => Promise<number>;
  readonly most: number;
}

/** Throws where an account can own no other of something; it is locked until the transaction ends. */
export async function refuseFullPlan(
  trx: Trx,
  rule: PlanRule,
  accountId: string,
  { limit, many, owned: count, most }: Wanted,
  now: number,
): Promise<void> {
  const account = await trx
    .selectFrom('accounts')
    .select(PLAN_COLUMNS)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const owned = await count();
  const allowed = limitsOf(account, rule, now)[limit];
  const why = whyNotMake(subscriberOf(account, rule, now), { limit: allowed, owned });
  if (why === 'restricted') {
    const text = 'This account is restricted: nothing new is made that counts towards a plan.';
    throw new HostError('subscription-restricted', text);
  }
  if (why === 'limit') throw onField('plan-limit-reached', `The plan allows no more ${many}.`);
  if (owned >= most) throw onField('limit-reached', `At most ${most}.`);
}

function onField(code: 'plan-limit-reached' | 'limit-reached', text: string): HostError {
  return new HostError(code, text, { fields: { identifier: code } });
}
