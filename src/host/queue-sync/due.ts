/** When the file of a server is looked at: its row says so, and a job wakes a host then. */
import { sql } from 'kysely';
import { WAITS_FOR_SOMEBODY } from '../../domain/queue-sync/retry.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Trx } from '../store/database.ts';

/** The job that looks whether a file is due. */
export const SYNC_QUEUE = 'sync-queue';

/** What changes within this time is written together, ms. */
const GATHER = 2_000;

/** Wakes a host at a moment. `asked` as it stands in the row: what was asked for since has a job of its own. */
export async function wakeAt(
  trx: Trx,
  { server_id, asked, due_at }: { server_id: string; asked: number; due_at: number },
): Promise<void> {
  const key = `${server_id} ${asked} ${due_at}`;
  await enqueue(trx, { kind: SYNC_QUEUE, key, payload: { server_id }, runAt: due_at });
}

/**
 * Who is in buckets is another, or which servers use them: their files are written in a moment, and those of servers that used
 * them until now (`also`).
 */
export async function syncQueuesOf(
  trx: Trx,
  buckets: readonly string[],
  now: number,
  also: readonly string[] = [],
): Promise<void> {
  // In one order, or two changes could wait for each other.
  const { rows } = await sql<{ server_id: string; asked: number; due_at: number }>`
    with held as (
      select server_id from queue_syncs
      where (
          server_id = any(${also}::bpchar[])
          or server_id in (
            select server_id from bucket_servers where bucket_id = any(${buckets}::bpchar[])
          )
        )
        and (cause is null or cause <> all(${WAITS_FOR_SOMEBODY}::text[]))
        and exists (
          select from buckets where id = any(${buckets}::bpchar[]) and type = 'QUEUE_PRIORITY'
        )
      order by server_id for update
    )
    update queue_syncs q set asked = asked + 1, due_at = least(due_at, ${now + GATHER}::bigint)
    from held where q.server_id = held.server_id
    returning q.server_id, q.asked, q.due_at
  `.execute(trx);
  for (const row of rows) await wakeAt(trx, row);
}

/** More is known of these players, or whose they are: the files of buckets that find them are written in a moment. */
export async function syncQueuesAbout(
  trx: Trx,
  players: readonly string[],
  now: number,
): Promise<void> {
  if (players.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    with people as (
      select id from unnest(${players}::bpchar[]) as n (id)
      union
      select o.id from persons p join persons o on o.person = p.person
      where p.id = any(${players}::bpchar[])
    ), keys as (
      select 'person ' || id as key from people
      union
      select kind || ' ' || value from player_identities
      where muster_id in (select id from people)
    )
    select distinct b.id from keys
    join bucket_keys k on k.key = keys.key collate "C"
    join buckets b on b.id = k.bucket_id and b.type = 'QUEUE_PRIORITY'
  `.execute(trx);
  if (rows.length > 0) {
    await syncQueuesOf(
      trx,
      rows.map(({ id }) => id),
      now,
    );
  }
}
