import { beyondLimit, whyNotMake } from '../../domain/account/plan.ts';
import {
  limitsOf,
  ofAccount,
  ownedServers,
  PLAN_COLUMNS,
  subscriberOf,
  type PlanRule,
} from '../access/plan.ts';
import { HostError } from '../calls/host-error.ts';
import { PlanFull } from '../calls/plan-room.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import type { Database, Trx } from '../store/database.ts';
import { restrict, tellHolders } from './restrict.ts';

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
    : new PlanFull(accountId, 'The plan of this account allows no more servers.');
}

/** What holds accounts to their plans: the moment is read for each server, since there may be many. */
export interface PlanHolder extends Omit<ChangeContext, 'now' | 'session'> {
  readonly clock: () => number;
}

/**
 * Restricts the servers of an account that its plan no longer holds, the newest first, and ends that of those that it
 * holds. Each is a change of its own, so that nobody waits for many; where one fails, whoever holds the account again
 * goes on from there.
 */
export async function holdToPlan(
  holder: PlanHolder,
  rule: PlanRule,
  accountId: string,
): Promise<void> {
  for (;;) {
    const context = { ...holder, now: holder.clock() };
    if (!(await change(context, (made) => holdOne(made, rule, accountId)))) return;
  }
}

/**
 * Does it with one server; answers whether there are more. Whoever else does the same waits, and then finds it done. With
 * the last of them, whoever has something on any server of the account is told, once for all of them.
 */
async function holdOne(made: Change, rule: PlanRule, accountId: string): Promise<boolean> {
  const { trx, now } = made;
  const account = await trx
    .selectFrom('accounts')
    .select(PLAN_COLUMNS)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (account === undefined) return false;
  const servers = await trx
    .selectFrom('servers')
    .select(['id', 'beyond_plan'])
    .where(ofAccount(accountId))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const beyond = new Set(beyondLimit(servers, limitsOf(account, rule, now).servers));
  const [next, ...more] = servers.filter((server) => beyond.has(server) !== server.beyond_plan);
  if (next === undefined) return false;
  await restrict(made, next.id, { by: 'plan', restricts: !next.beyond_plan });
  if (more.length > 0) return true;
  await tellHolders(
    made,
    servers.map(({ id }) => id),
  );
  return false;
}
