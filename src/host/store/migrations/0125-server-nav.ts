import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The order that an account has given its servers. */
export const serverNav: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table server_nav (
        account_id text primary key references accounts (id) on delete cascade,
        -- Ids, the first first; those that are gone stay until the order is another.
        servers text[] not null
      );
    `.execute(db);
  },
};
