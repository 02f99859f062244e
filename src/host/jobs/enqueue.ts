import { sql } from 'kysely';
import type { Database, Trx } from '../store/database.ts';

/** The channel that wakes the runners. */
export const JOBS_CHANNEL = 'muster_jobs';

/** Work to be done later. Handlers run at least once, so they are idempotent. */
export interface Job {
  readonly kind: string;
  /** The same work asked for twice under one key is done once. */
  readonly key: string;
  readonly payload: unknown;
  /** Not before this moment, epoch milliseconds. */
  readonly runAt: number;
}

/**
 * Puts work into the table, in the transaction of what makes it necessary, and wakes the runners with
 * the commit. Answers whether the key was free.
 */
export async function enqueue(executor: Database | Trx, job: Job): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with job as (
      insert into jobs (kind, key, payload, run_at)
      values (${job.kind}, ${job.key}, ${JSON.stringify(job.payload)}::json, ${job.runAt})
      on conflict on constraint jobs_once do nothing
      returning id
    )
    select id, pg_notify(${JOBS_CHANNEL}, '') from job
  `.execute(executor);
  return rows.length > 0;
}
