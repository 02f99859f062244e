import { ACCOUNT_STATUS } from '../../protocol/enumerations.ts';
import type { Database, Trx } from '../store/database.ts';
import { markSeen } from './seen.ts';
import { hashToken, newId, newToken } from '../store/ids.ts';

const DAY_MS = 86_400_000;
/** A session ends after so many days however much it is used; later where one may lie unused for longer. */
const LONGEST_DAYS = 90;

/** The account behind a session, as handlers and the feed name it. */
export interface SessionAccount {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
}

/** A session that is valid now. */
export interface CurrentSession {
  readonly id: string;
  readonly account: SessionAccount;
  readonly expiresAt: number;
  /** No use moves its end beyond this moment. */
  readonly endsAt: number;
}

/** A session that just began: the token is told once, to the browser, and kept nowhere. */
export interface NewSession {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: number;
}

/** Where a session began. */
export interface SessionOrigin {
  readonly address: string;
  readonly userAgent: string;
}

const MAY_NOT_ENTER: readonly number[] = [
  ACCOUNT_STATUS.TERMINATED,
  ACCOUNT_STATUS.DISABLED,
  ACCOUNT_STATUS.BANNED,
  ACCOUNT_STATUS.IN_SETUP,
];

/** Whether an account of this status may be signed in. */
export function mayEnter(status: number): boolean {
  return !MAY_NOT_ENTER.includes(status);
}

/** Begins a session that ends after so many days without use. */
export async function startSession(
  trx: Trx,
  accountId: string,
  origin: SessionOrigin,
  days: number,
  now: number,
): Promise<NewSession> {
  const session = { id: newId(now), token: newToken(), expiresAt: now + days * DAY_MS };
  await trx
    .insertInto('sessions')
    .values({
      id: session.id,
      token_hash: hashToken(session.token),
      account_id: accountId,
      created_at: now,
      expires_at: session.expiresAt,
      address: origin.address,
      user_agent: origin.userAgent.slice(0, 256),
    })
    .execute();
  await markSeen(trx, [accountId], now);
  return session;
}

/** The session of a cookie's token; null where there is none, it has expired or its account is blocked. */
export async function findSession(
  db: Database,
  token: string,
  days: number,
  now: number,
): Promise<CurrentSession | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'sessions.id as session_id',
      'sessions.expires_at',
      'sessions.created_at',
      'sessions.lives_since',
      'accounts.id as account_id',
      'accounts.username',
      'accounts.display_name',
      'accounts.status',
    ])
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined || !mayEnter(row.status)) return null;
  const endsAt = (row.lives_since ?? row.created_at) + Math.max(LONGEST_DAYS, days) * DAY_MS;
  if (endsAt <= now) return null;
  return {
    id: row.session_id,
    account: { id: row.account_id, username: row.username, displayName: row.display_name },
    expiresAt: Math.min(row.expires_at, endsAt),
    endsAt,
  };
}

/**
 * Moves a session's end on when it was used, up to its last: at most once a day, so that reading costs no write. Answers
 * the new end, or null where nothing changed.
 */
export async function extendSession(
  db: Database,
  session: CurrentSession,
  days: number,
  now: number,
): Promise<number | null> {
  const expiresAt = Math.min(now + days * DAY_MS, session.endsAt);
  if (expiresAt - session.expiresAt < DAY_MS) return null;
  const result = await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt })
    .where('id', '=', session.id)
    .where('expires_at', '=', session.expiresAt)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n ? expiresAt : null;
}

/** Ends one session. */
export async function endSession(trx: Trx, sessionId: string): Promise<void> {
  await trx.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Ends every session of an account; answers their ids. */
export async function endAllSessions(trx: Trx, accountId: string): Promise<readonly string[]> {
  const rows = await trx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** The sessions of an account. */
export async function sessionsOf(trx: Trx, accountId: string): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  return rows.map((row) => row.id);
}

/** Whether a cookie's token is of an account that is in set-up: it is let in when that ends. */
export async function isInSetup(db: Database, token: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('accounts.id')
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_at', '>', now)
    .where('accounts.status', '=', ACCOUNT_STATUS.IN_SETUP)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets sessions that have expired. */
export async function sweepSessions(db: Database, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
