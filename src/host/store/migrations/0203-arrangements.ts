import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How accounts have arranged their pages, which every browser kept for itself. */
export const arrangements: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table arrangements (
        account_id text primary key references accounts (id) on delete cascade,
        -- Where the console stands: 'tab' or 'beside'.
        console text not null
      );
    `.execute(db);
  },
};
