import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/host/store/database.ts';

/** Resolves when so many transactions of the database wait for a lock that another has. */
export async function blocked(db: Database, count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db);
    return rows[0]?.count;
  };
  await expect.poll(waiting, { timeout: 10_000 }).toBe(count);
}
