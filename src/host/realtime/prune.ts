import { sql } from 'kysely';
import { serverStream } from '../../protocol/streams.ts';
import type { Database } from '../store/database.ts';

/** How long cursors are resumed, milliseconds. */
export const LOG_LASTS = 7 * 86_400_000;
/** One statement removes at most so many events, so that none holds a stream for long. */
const BATCH = 5_000;

/**
 * Moves the floors of the streams past what was told before a moment, and removes it; the feeds of servers are
 * kept from `feedFrom` on, to be read. Each stream keeps its head: positions go on.
 */
export async function pruneLog(db: Database, before: number, feedFrom = before): Promise<void> {
  for (const { stream, floor, up_to: upTo } of await readDue(db, before, feedFrom)) {
    // The floor moves first: nobody begins to resume from what is about to go.
    await sql`
      update streams set floor = greatest(floor, ${floor}) where stream = ${stream}
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

interface Due {
  readonly stream: string;
  /** Where cursors can be resumed from. */
  readonly floor: number;
  /** The newest position that goes. */
  readonly up_to: number;
}

/** Streams of which something goes. Each is read from its oldest event on, as far as that is old. */
async function readDue(db: Database, before: number, feedFrom: number): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select stream, coalesce(young.seq - 1, head) as floor, coalesce(kept.seq - 1, head) as up_to
    from streams s
    left join lateral (
      select seq from event_log e
      where e.stream = s.stream and e.seq > s.floor and e.at >= ${before} order by e.seq limit 1
    ) young on true
    left join lateral (
      select seq from event_log e
      where e.stream = s.stream
        and e.at >= case when s.stream like ${serverStream('%', 'feed')}
          then ${feedFrom}::bigint else ${before}::bigint end
      order by e.seq limit 1
    ) kept on true
    where coalesce(young.seq - 1, head) > s.floor or exists (
      select from event_log e where e.stream = s.stream and e.seq < coalesce(kept.seq, head + 1)
    )
  `.execute(db);
  return rows;
}
