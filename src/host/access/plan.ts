import type { z } from 'zod';
import { PLAN } from '../../protocol/enumerations.ts';
import type { bootstrapAnswer } from '../../protocol/session/fields.ts';
import type { Database, Trx } from '../store/database.ts';

type Subscriber = z.output<typeof bootstrapAnswer>['subscriber'];

/** What an account's plan amounts to now: one whose end has passed counts as free. */
export function subscriberOf(
  account: { readonly plan: string; readonly plan_until: number | null },
  now: number,
): Subscriber {
  const plan = PLAN.find((name) => name === account.plan);
  if (plan === undefined) throw new TypeError(`There is no plan ${account.plan}.`);
  const over = account.plan_until !== null && account.plan_until <= now;
  return over
    ? { plan: 'free', status: 'EXPIRED', until: account.plan_until, restricted: false }
    : { plan, status: 'ACTIVE', until: account.plan_until, restricted: false };
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
