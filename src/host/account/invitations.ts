import type { Database, Trx } from '../store/database.ts';
import { hashToken, newToken } from '../store/ids.ts';

const DAY_MS = 86_400_000;

/** Makes an invitation for one person, and answers its token; only the hash is kept. */
export async function createInvitation(db: Database, days: number, now: number): Promise<string> {
  const token = newToken();
  await db
    .insertInto('invitations')
    .values({
      token_hash: hashToken(token),
      created_at: now,
      expires_at: now + days * DAY_MS,
      used_at: null,
      used_by: null,
    })
    .execute();
  return token;
}

/** Uses an invitation up; false where it is unknown, used, or too old. Of two uses at once, one succeeds. */
export async function redeemInvitation(trx: Trx, token: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Notes which account an invitation became. */
export async function noteInvited(trx: Trx, token: string, accountId: string): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ used_by: accountId })
    .where('token_hash', '=', hashToken(token))
    .execute();
}
