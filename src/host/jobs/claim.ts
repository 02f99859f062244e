import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { databaseNow } from '../store/now.ts';

/** A job that this host has until its lease ends. */
export interface ClaimedJob {
  readonly id: number;
  readonly kind: string;
  readonly payload: unknown;
  /** Tries so far, this one included. */
  readonly attempts: number;
}

export interface Claim {
  readonly owner: string;
  readonly kinds: readonly string[];
  readonly now: number;
  /** How long it is this host's, by the database's clock. */
  readonly leaseMs: number;
}

/** Takes the job that waits longest, unless another host has it. */
export async function claimJob(db: Database, claim: Claim): Promise<ClaimedJob | null> {
  const { rows } = await sql<ClaimedJob>`
    update jobs set
      attempts = attempts + 1, lease_until = ${databaseNow} + ${claim.leaseMs}::bigint, leased_by = ${claim.owner}
    where id = (
      select id from jobs
      where done_at is null and run_at <= ${claim.now} and lease_until <= ${databaseNow}
        and kind = any(${claim.kinds}::text[])
      order by run_at, id for update skip locked limit 1
    )
    returning id, kind, payload, attempts
  `.execute(db);
  return rows[0] ?? null;
}

/** Keeps a job for so many milliseconds from now. Answers false where the lease was lost to another host. */
export async function renewLease(
  db: Database,
  id: number,
  owner: string,
  leaseMs: number,
): Promise<boolean> {
  const row = await db
    .updateTable('jobs')
    .set({ lease_until: sql<number>`${databaseNow} + ${leaseMs}::bigint` })
    .where('id', '=', id)
    .where('leased_by', '=', owner)
    .where('done_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a job as done, if it is still this host's. */
export async function finishJob(
  db: Database,
  id: number,
  owner: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ done_at: now, lease_until: 0, last_error: null })
    .where('id', '=', id)
    .where('leased_by', '=', owner)
    .execute();
}

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 10 * 60_000;

/** Milliseconds until the next try after so many: doubling from 2 s, at most 10 minutes. */
export function retryDelay(attempts: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20));
}

/** Gives a job back, to be tried again later. */
export async function failJob(
  db: Database,
  job: ClaimedJob,
  owner: string,
  failure: { readonly now: number; readonly message: string },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      run_at: failure.now + retryDelay(job.attempts),
      lease_until: 0,
      leased_by: null,
      last_error: failure.message.slice(0, 500),
    })
    .where('id', '=', job.id)
    .where('leased_by', '=', owner)
    .execute();
}

/** Milliseconds until something can be claimed; null where nothing waits. */
export async function nextDue(
  db: Database,
  kinds: readonly string[],
  now: number,
): Promise<number | null> {
  const { rows } = await sql<{ due: number | null }>`
    select min(greatest(run_at - ${now}::bigint, lease_until - ${databaseNow})) as due from jobs
    where done_at is null and kind = any(${kinds}::text[])
  `.execute(db);
  const due = rows[0]?.due ?? null;
  return due === null ? null : Math.max(0, due);
}

/** Forgets jobs that were done before a moment. */
export async function forgetDone(db: Database, before: number): Promise<void> {
  await db.deleteFrom('jobs').where('done_at', '<', before).execute();
}
