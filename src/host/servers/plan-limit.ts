import { mayAddServer } from '../../domain/account/plan.ts';
import { HostError } from '../http/host-error.ts';
import { subscriberOf } from '../session/subscriber.ts';
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
  throw new HostError('plan-limit-reached', 'The plan of this account allows no further server.');
}

/** How many servers an account owns; those that are being deleted count until they are gone. */
export async function ownedServers(db: Database | Trx, accountId: string): Promise<number> {
  const { owned } = await db
    .selectFrom('servers')
    .select(({ fn }) => fn.countAll<number>().as('owned'))
    .where('owner', '=', accountId)
    .executeTakeFirstOrThrow();
  return owned;
}
