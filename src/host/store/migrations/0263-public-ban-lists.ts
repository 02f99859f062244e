import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Ban lists that everybody with an account may read. */
export const publicBanLists: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table ban_lists add column is_public boolean not null default false
    `.execute(db);
  },
};
