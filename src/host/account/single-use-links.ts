import type { Database, Trx } from '../store/database.ts';
import { hashToken, newToken } from '../store/ids.ts';
import type { SingleUseLinkRow } from '../store/tables/account.ts';

const HOUR_MS = 3_600_000;

/** How long a link works, by its purpose. */
export const LINK_AGE_MS = { reset: HOUR_MS, verify: 72 * HOUR_MS } as const;

type Purpose = SingleUseLinkRow['purpose'];

/** Makes a link's token for an account's address; only its hash is kept. */
export async function issueLink(
  trx: Trx,
  accountId: string,
  emailKey: string,
  purpose: Purpose,
  now: number,
): Promise<string> {
  const token = newToken();
  await trx
    .insertInto('single_use_links')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      purpose,
      email_key: emailKey,
      created_at: now,
      expires_at: now + LINK_AGE_MS[purpose],
      used_at: null,
    })
    .execute();
  return token;
}

/** Uses a link up; null where it is unknown, used, or too old. Of two uses at once, one succeeds. */
export async function redeemLink(
  trx: Trx,
  token: string,
  purpose: Purpose,
  now: number,
): Promise<Pick<SingleUseLinkRow, 'account_id' | 'email_key'> | null> {
  const row = await trx
    .updateTable('single_use_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['account_id', 'email_key'])
    .executeTakeFirst();
  return row ?? null;
}

/** Makes every open link of a purpose worthless: the password was set, another address took its place. */
export async function revokeLinks(
  trx: Trx,
  accountId: string,
  purpose: Purpose,
  now: number,
): Promise<void> {
  await trx
    .updateTable('single_use_links')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

/** How many links of a purpose an account was given since a moment. */
export async function countLinks(
  trx: Trx,
  accountId: string,
  purpose: Purpose,
  since: number,
): Promise<number> {
  const { count } = await trx
    .selectFrom('single_use_links')
    .select((link) => link.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Forgets links that are long over. */
export async function sweepLinks(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('single_use_links')
    .where('expires_at', '<', now - LINK_AGE_MS.verify)
    .execute();
}
