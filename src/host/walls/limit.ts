import { HostError } from '../calls/host-error.ts';
import type { Trx } from '../store/database.ts';
import { lockName } from '../store/lock.ts';

/** Refuses one more where an account has as many as it may; until the transaction ends it gets no other. */
export async function lockLimit(
  trx: Trx,
  table: 'walls' | 'displays',
  account: string,
  most: number,
): Promise<void> {
  await lockName(trx, `${table} of ${account}`);
  const { count } = await trx
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('owner', '=', account)
    .executeTakeFirstOrThrow();
  if (count >= most) throw new HostError('limit-reached', `There are ${most} ${table} already.`);
}
