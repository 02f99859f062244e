import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lines of a feed that were told more than a minute after they happened are found by when they happened. */
export const lateLines: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index event_log_late on event_log (stream, ((data->>'at')::bigint))
        where event = 'server:feed' and (data->>'at')::bigint < at - 60000
    `.execute(db);
  },
};
