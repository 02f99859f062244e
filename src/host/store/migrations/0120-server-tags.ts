import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Words by which servers are found and grouped; a default that is a constant rewrites no row. */
export const serverTags: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table servers add column tags text[] not null default '{}'`.execute(db);
  },
};
