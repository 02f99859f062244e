import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Database } from '../../src/host/store/database.ts';

/** Resolves when so many statements of a database wait for a lock; `like` narrows them, as SQL's `like` does. */
export async function untilLocked(db: Database, count = 1, like = '%'): Promise<void> {
  await vi.waitUntil(
    async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like ${like}
      `.execute(db);
      return rows.length >= count;
    },
    { timeout: 15_000, interval: 20 },
  );
}
