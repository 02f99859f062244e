import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What people call a server beside its identifier, in any script, and the words by which servers are found and
 * grouped. It is the last of its version: nobody reads `servers` from here to the end of the upgrade, and before it
 * are indexes that take long. A default that is a constant rewrites no row.
 */
export const serverWords: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table servers add column name text, add column tags text[] not null default '{}'
    `.execute(db);
  },
};
