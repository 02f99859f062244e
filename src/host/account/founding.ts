import { HOST_PERMISSION } from '../../protocol/permissions.ts';
import { HostError } from '../calls/host-error.ts';
import type { Change } from '../change/change.ts';
import type { Database } from '../store/database.ts';
import { createAccount, type NewAccount } from './accounts.ts';

const FOUNDED = 'founded';

/** Whether the founding account exists. */
export async function isFounded(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('host_values')
    .select('key')
    .where('key', '=', FOUNDED)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes the founding account: plan community without end, the title founder, and every permission of the
 * host. Of two at once, one becomes it and the other is refused `already-founded`.
 */
export async function foundAccount(
  made: Change,
  account: Omit<NewAccount, 'plan' | 'titles' | 'capabilities'>,
): Promise<string> {
  const { trx, now } = made;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('host_values')
    .values({ key: FOUNDED, value: String(now) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) {
    throw new HostError('already-founded', 'The founding account exists already. Sign in instead.');
  }
  return createAccount(made, {
    ...account,
    plan: 'community',
    titles: ['founder'],
    capabilities: HOST_PERMISSION,
  });
}
