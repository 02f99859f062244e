/** What becomes of the rows that the past is searched by. */
import { sql } from 'kysely';
import { KIND_OF_FEED } from '../../protocol/history/kinds.ts';
import type { Database } from '../store/database.ts';
import { deleteInBatches } from '../store/delete-in-batches.ts';

/** So many rows are given a kind at once. */
const BATCH = 5_000;

/** Forgets what happened before a moment; `commandsFrom`: what was sent to consoles is kept for a shorter while. */
export async function pruneHistory(
  db: Database,
  before: number,
  commandsFrom = before,
): Promise<void> {
  await deleteInBatches(db, 'feed_texts', sql`at < ${before}`);
  await deleteInBatches(db, 'feed_texts', sql`kind = 'command' and at < ${commandsFrom}`);
}

/** Says of rows of an older host what they are found as; those whose entry the log has forgotten go. */
export async function giveKinds(db: Database): Promise<void> {
  const kinds = Object.entries(KIND_OF_FEED).filter(([, kind]) => kind !== null);
  for (let count = BATCH; count === BATCH;) {
    const { rows } = await sql`
      with left_over as materialized (
        select ctid as place, server_id, seq from feed_texts where kind is null
        limit ${BATCH} for update skip locked
      ), known as materialized (
        select l.place, k.kind from left_over l
        join event_log e on e.stream = 'server/' || l.server_id || '/feed' and e.seq = l.seq
        join unnest(
          ${kinds.map(([name]) => name)}::text[], ${kinds.map(([, kind]) => kind)}::text[]
        ) as k(name, kind) on k.name = e.data->'entry'->>'kind'
      ), told as (
        update feed_texts t set kind = k.kind from known k where t.ctid = k.place
      ), gone as (
        delete from feed_texts t using left_over l
        where t.ctid = l.place and l.place not in (select place from known)
      )
      select 1 from left_over
    `.execute(db);
    count = rows.length;
  }
}
