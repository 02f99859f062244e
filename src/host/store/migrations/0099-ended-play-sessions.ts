import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Play sessions are found by when they ended, to be forgotten. */
export const endedPlaySessions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index play_sessions_ended on play_sessions (left_at) where left_at is not null
    `.execute(db);
  },
};
