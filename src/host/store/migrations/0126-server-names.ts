import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What people call a server beside its identifier, in any script. */
export const serverNames: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table servers add column name text`.execute(db);
  },
};
