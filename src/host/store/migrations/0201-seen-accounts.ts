import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When an account was signed in last. */
export const seenAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table accounts add column seen_at bigint`.execute(db);
  },
};
