import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** From which session something was asked of a server, and through which role. */
export const askedThrough: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table action_requests add column session_id char(24), add column through text
    `.execute(db);
  },
};
