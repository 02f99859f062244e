import { mayEnter } from './sessions.ts';
import { hashToken } from '../store/ids.ts';
import type { Database, Trx } from '../store/database.ts';

/** A paired screen whose token is valid now. */
export interface CurrentDisplay {
  readonly id: string;
  readonly name: string;
  /** The account that paired it, by whose permissions it sees. */
  readonly owner: string;
}

/** How often it is looked whether an open display may still be there; it counts as online a bit longer. */
export const DISPLAY_CHECK_MS = 30_000;
const ONLINE_MS = 2 * DISPLAY_CHECK_MS + 15_000;

/** The display of a cookie's token; null where it was revoked, or the account that paired it is blocked. */
export async function findDisplay(db: Database, token: string): Promise<CurrentDisplay | null> {
  const row = await db
    .selectFrom('displays')
    .innerJoin('accounts', 'accounts.id', 'displays.owner')
    .select(['displays.id', 'displays.name', 'displays.owner', 'accounts.status'])
    .where('displays.token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (row === undefined || !mayEnter(row.status)) return null;
  return { id: row.id, name: row.name, owner: row.owner };
}

/**
 * Writes down that a display lives; `came`: that it did not. Null where it was revoked or the account that paired it
 * is blocked.
 */
export async function signOfLife(
  db: Database | Trx,
  displayId: string,
  now: number,
): Promise<{ readonly came: boolean } | null> {
  const before = await db
    .selectFrom('displays')
    .innerJoin('accounts', 'accounts.id', 'displays.owner')
    .select(['displays.online_until', 'accounts.status'])
    .where('displays.id', '=', displayId)
    .forUpdate('displays')
    .executeTakeFirst();
  if (before === undefined || !mayEnter(before.status)) return null;
  await db
    .updateTable('displays')
    .set({ last_seen: now, online_until: now + ONLINE_MS })
    .where('id', '=', displayId)
    .execute();
  return { came: before.online_until === 0 };
}
