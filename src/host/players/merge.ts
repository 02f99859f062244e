/** Two players who turn out to be one, and what everybody has to know of it. */
import { sql } from 'kysely';
import { z } from 'zod';
import { hexId } from '../../protocol/fields.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { notify } from '../realtime/log.ts';
import type { Database, Trx } from '../store/database.ts';

/**
 * Held alone while players become one, and shared by whoever writes play sessions and events: what is
 * written afterwards knows of it.
 */
export const MERGE_LOCK = 3_202_611;

/** Nobody becomes another one until the transaction ends. */
export async function holdMerges(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${MERGE_LOCK})`.execute(trx);
}

/**
 * The job that gives what can wait about one player to another, and its payload: whatever is many rows must not be
 * moved while all that is told waits.
 */
export const MOVE_ROWS = 'move-rows';
export const movedPlayer = z.object({ from: hexId, into: hexId });

/** A player who is another one from now on. `id` counts them, in the order of their commits. */
export interface Merge {
  readonly id: number;
  readonly from: string;
  readonly into: string;
}

/**
 * Makes players one: whatever was of `from` is of `into`. The rows of all these players are locked already. What is
 * personal in events and in the feed's search keeps the id that they had then: it is asked for by the event alone,
 * and erased by every id that they ever had.
 */
export async function mergePlayers(
  trx: Trx,
  merges: readonly Pick<Merge, 'from' | 'into'>[],
  now: number,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MERGE_LOCK})`.execute(trx);
  for (const { from, into } of merges) {
    await sql`
      with sessions as (
        update play_sessions set muster_id = ${into} where muster_id = ${from}
      ), identities as (
        update player_identities set muster_id = ${into} where muster_id = ${from}
      ), aliases as (
        update player_aliases set survivor = ${into} where survivor = ${from}
      )
      update players p set
        first_seen = least(p.first_seen, f.first_seen), last_seen = greatest(p.last_seen, f.last_seen),
        name = case when f.last_seen > p.last_seen then f.name else p.name end
      from players f where p.muster_id = ${into} and f.muster_id = ${from}
    `.execute(trx);
    await enqueue(trx, { kind: MOVE_ROWS, key: from, payload: { from, into }, runAt: now });
    await trx.deleteFrom('players').where('muster_id', '=', from).execute();
    await trx.insertInto('player_aliases').values({ muster_id: from, survivor: into }).execute();
  }
  await notify(trx, { kind: 'players-merged' });
}

/** Who became whom after one that is known; in a transaction that shares the lock, all there are. */
export async function readMerges(db: Database | Trx, after: number): Promise<readonly Merge[]> {
  const rows = await db
    .selectFrom('player_aliases')
    .select(['id', 'muster_id as from', 'survivor as into'])
    .where('id', '>', after)
    .orderBy('id')
    .execute();
  return rows;
}

/** The newest merge; 0 before the first. */
export async function newestMerge(db: Database): Promise<number> {
  const { newest } = await db
    .selectFrom('player_aliases')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/** Who these players are by now, in a transaction that nobody becomes another one in from here on. */
export async function holdPlayers(
  trx: Trx,
  musterIds: readonly string[],
): Promise<(musterId: string) => string> {
  if (musterIds.length === 0) return (id) => id;
  await holdMerges(trx);
  const aliases = await trx
    .selectFrom('player_aliases')
    .select(['muster_id', 'survivor'])
    .where('muster_id', 'in', [...new Set(musterIds)])
    .execute();
  const survivors = new Map(aliases.map(({ muster_id, survivor }) => [muster_id, survivor]));
  return (id) => survivors.get(id) ?? id;
}

/** The player that an id means now, whichever it had when it was noted; null where there is none. */
export async function resolvePlayer(db: Database | Trx, musterId: string): Promise<string | null> {
  const { rows } = await sql<{ muster_id: string }>`
    select muster_id from players where muster_id = ${musterId}
    union all select survivor from player_aliases where muster_id = ${musterId}
  `.execute(db);
  return rows[0]?.muster_id ?? null;
}
