import type { Database, Trx } from '../store/database.ts';

/** How often it is written down who is signed in, ms. */
export const SEEN_MS = 60_000;

/** Writes down that these accounts are here now. */
export async function markSeen(
  db: Database | Trx,
  accountIds: readonly string[],
  now: number,
): Promise<void> {
  if (accountIds.length === 0) return;
  await db
    .updateTable('accounts')
    .set({ seen_at: now })
    .where('id', 'in', accountIds)
    .where((account) => account.or([account('seen_at', 'is', null), account('seen_at', '<', now)]))
    .execute();
}
