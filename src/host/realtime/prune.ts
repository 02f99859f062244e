import { sql } from 'kysely';
import type { Database } from '../store/database.ts';

/** How long the log is kept, milliseconds: cursors within it are resumed. */
export const LOG_LASTS = 7 * 86_400_000;
/** One statement removes at most so many events, so that none holds a stream for long. */
const BATCH = 5_000;

/**
 * Removes what was told before a moment, and moves the floors of its streams. Each stream keeps its head:
 * positions go on.
 */
export async function pruneLog(db: Database, before: number): Promise<void> {
  const { rows: streams } = await sql<{ stream: string; up_to: number }>`
    select stream, max(seq) as up_to from event_log where at < ${before} group by stream
  `.execute(db);
  for (const { stream, up_to: upTo } of streams) {
    // The floor moves first: nobody begins to resume from what is about to go.
    await sql`
      update streams set floor = greatest(floor, ${upTo}) where stream = ${stream}
    `.execute(db);
    await sql`delete from event_personal where stream = ${stream} and seq <= ${upTo}`.execute(db);
    let removed = BATCH;
    while (removed === BATCH) {
      const { numAffectedRows } = await sql`
        delete from event_log where stream = ${stream} and seq in (
          select seq from event_log where stream = ${stream} and seq <= ${upTo} order by seq limit ${BATCH}
        )
      `.execute(db);
      removed = Number(numAffectedRows ?? 0n);
    }
  }
}
