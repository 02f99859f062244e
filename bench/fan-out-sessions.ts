/** Who the sockets of the measured fan-out belong to. */
import type { Database } from '../src/host/store/database.ts';
import { ACCOUNT_STATUS } from '../src/protocol/enumerations.ts';

export const ACCOUNTS = 100;

export const id = (n: number): string => n.toString(16).padStart(24, '0');
/** The account of a socket. */
export const accountId = (n: number): string => id(1_000 + (n % ACCOUNTS));
export const sessionId = (n: number): string => id(10_000 + n);

/** Makes them: the host looks up each socket's session as it opens. */
export async function signIn(db: Database, sockets: number): Promise<void> {
  const accounts = Array.from({ length: ACCOUNTS }, (_, n) => ({
    id: accountId(n),
    username: `bench-${n}`,
    username_key: `bench-${n}`,
    display_name: 'Bench',
    email: `${n}@bench.test`,
    email_key: `${n}@bench.test`,
    email_verified_at: 0,
    password_hash: '',
    status: ACCOUNT_STATUS.VERIFIED,
    titles: [],
    plan: 'free',
    plan_until: null,
    created_at: 0,
  }));
  const sessions = Array.from({ length: sockets }, (_, n) => ({
    id: sessionId(n),
    token_hash: Buffer.from(sessionId(n)),
    account_id: accountId(n),
    created_at: Date.now(),
    expires_at: Date.now() + 86_400_000,
    address: '127.0.0.1',
    user_agent: '',
  }));
  await db.insertInto('accounts').values(accounts).execute();
  for (let at = 0; at < sockets; at += 1_000) {
    await db
      .insertInto('sessions')
      .values(sessions.slice(at, at + 1_000))
      .execute();
  }
}
