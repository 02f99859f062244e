import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { databaseNow } from '../store/now.ts';
import { noteMissed } from './cursors.ts';

/** Tries of one event until it is parked. */
export const TRIES = 6;
const FIRST_PAUSE_MS = 1_000;

/** What became of an event that failed. */
export type Failed = { readonly kind: 'again' } | { readonly kind: 'parked'; readonly seq: number };

/**
 * The next event of a stream failed: it is tried again after a pause that doubles, and passed by after some
 * tries, with its error kept.
 */
export function noteFailure(
  db: Database,
  reactor: string,
  stream: string,
  error: unknown,
): Promise<Failed> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ position: number; floor: number; attempts: number }>`
      update reactor_cursors c set
        attempts = c.attempts + 1,
        retry_at = ${databaseNow} + ${FIRST_PAUSE_MS}::bigint * (1 << least(c.attempts, 20))
      from streams s
      where c.reactor = ${reactor} and c.stream = ${stream} and s.stream = c.stream
      returning c.position, s.floor, c.attempts
    `.execute(trx);
    const [cursor] = rows;
    if (cursor === undefined || cursor.attempts < TRIES) return { kind: 'again' };
    const { position, floor } = cursor;
    const seq = Math.max(position, floor) + 1;
    const message = error instanceof Error ? error.message : String(error);
    await noteMissed(trx, reactor, { stream, first: position + 1, last: seq }, plain(message));
    await sql`
      update reactor_cursors set position = ${seq}, attempts = 0, retry_at = 0
      where reactor = ${reactor} and stream = ${stream}
    `.execute(trx);
    return { kind: 'parked', seq };
  });
}

/** As it can be stored, and no longer than somebody reads. */
function plain(message: string): string {
  return message.replaceAll('\u0000', '').slice(0, 500);
}
