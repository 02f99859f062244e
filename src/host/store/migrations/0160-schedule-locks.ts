import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The restart that a server was locked for, so that it is unlocked where that does not come. */
export const scheduleLocks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table schedule_states add column locked_for json`.execute(db);
  },
};
