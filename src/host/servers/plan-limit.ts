import { mayAddServer } from '../../domain/account/plan.ts';
import { HostError } from '../calls/host-error.ts';
import { ownedServers, subscriberOf } from '../access/plan.ts';
import type { Database, Trx } from '../store/database.ts';

/** Refuses where the plan of an account allows no further server. In a transaction it locks the account. */
export async function checkPlanLimit(
  db: Database | Trx,
  accountId: string,
  now: number,
): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select(['plan', 'plan_until'])
    .where('id', '=', accountId)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  if (mayAddServer(subscriberOf(account, now), await ownedServers(db, accountId))) return;
  throw new HostError('plan-limit-reached', 'The plan of this account allows no more servers.');
}
