import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Ways to look at the servers that accounts have kept. */
export const savedViews: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table saved_views (
        account_id text not null references accounts (id) on delete cascade,
        -- Chosen by whoever saves it.
        id text not null,
        name text not null,
        -- What the dashboard's address says behind its path.
        address text not null,
        primary key (account_id, id)
      );
    `.execute(db);
  },
};
