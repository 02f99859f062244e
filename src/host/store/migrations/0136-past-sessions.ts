import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who was on a server at a moment. */
export const pastSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index play_sessions_of_server on play_sessions (server_id, joined_at)
    `.execute(db);
  },
};
