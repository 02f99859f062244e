import type { Database } from '../store/database.ts';
import { hashToken, newId, newToken } from '../store/ids.ts';

const DAY_MS = 86_400_000;

/** Makes an invitation of the operator for one person, and answers its token; only the hash is kept. */
export async function createInvitation(db: Database, days: number, now: number): Promise<string> {
  const token = newToken();
  await db
    .insertInto('invitations')
    .values({
      id: newId(now),
      token_hash: hashToken(token),
      from_id: null,
      to_id: null,
      permissions: [],
      server_ids: [],
      created_at: now,
      expires_at: now + days * DAY_MS,
      used_at: null,
      used_by: null,
      accepted: null,
    })
    .execute();
  return token;
}
