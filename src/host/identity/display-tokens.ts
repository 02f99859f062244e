import { mayEnter } from './sessions.ts';
import { hashToken } from '../store/ids.ts';
import type { Database } from '../store/database.ts';

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

/** Writes down that a display lives. False where it was revoked or the account that paired it is blocked. */
export async function signOfLife(db: Database, displayId: string, now: number): Promise<boolean> {
  const row = await db
    .updateTable('displays')
    .from('accounts')
    .set({ last_seen: now, online_until: now + ONLINE_MS })
    .whereRef('accounts.id', '=', 'displays.owner')
    .where('displays.id', '=', displayId)
    .returning('accounts.status')
    .executeTakeFirst();
  return row !== undefined && mayEnter(row.status);
}
