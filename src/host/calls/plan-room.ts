import { whyNotMake, type PlanLimits } from '../../domain/account/plan.ts';
import { limitsOf, PLAN_COLUMNS, subscriberOf, type PlanRule } from '../access/plan.ts';
import type { Trx } from '../store/database.ts';
import { HostError } from './host-error.ts';

/** What somebody reads whose plan holds no more of something. */
export class PlanFull extends HostError {
  /** Whose plan it is. */
  readonly payer: string;

  constructor(payer: string, detail: string, field?: string) {
    const fields = field === undefined ? {} : { fields: { [field]: 'plan-limit-reached' } };
    super('plan-limit-reached', detail, fields);
    this.payer = payer;
  }
}

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
  if (why === 'limit') {
    throw new PlanFull(accountId, `The plan allows no more ${many}.`, 'identifier');
  }
  if (owned >= most) {
    const fields = { identifier: 'limit-reached' };
    throw new HostError('limit-reached', `At most ${most}.`, { fields });
  }
}
