import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Accounts that nobody finds by name or id. */
export const privateAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table accounts add column private boolean not null default false`.execute(db);
  },
};
