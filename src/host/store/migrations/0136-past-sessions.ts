import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who was on a server at a moment. */
export const pastSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index play_sessions_of_server on play_sessions (server_id, joined_at);
      create index play_sessions_long on play_sessions (server_id, joined_at)
        where left_at is null or left_at - joined_at > 86400000
    `.execute(db);
  },
};
