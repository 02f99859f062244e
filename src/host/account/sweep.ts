import { sweepOutbox } from '../mail/outbox.ts';
import { sweepSessions } from '../identity/sessions.ts';
import type { Database } from '../store/database.ts';
import { sweepAttempts } from '../identity/lock-out.ts';
import { sweepLinks } from './single-use-links.ts';

/** Forgets what has expired: sessions, links, attempts to sign in, mails. Run it now and then. */
export async function sweepAccounts(db: Database, now: number): Promise<void> {
  await sweepSessions(db, now);
  await sweepLinks(db, now);
  await sweepAttempts(db, now);
  await sweepOutbox(db, now);
}
