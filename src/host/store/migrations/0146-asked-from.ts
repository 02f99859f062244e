import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** From which address something was asked of a server; and where the audit has addresses that are to be forgotten. */
export const askedFrom: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table action_requests add column address text;
      create index paged_audit_addresses on paged_audit (key_at)
        where (data->>'address') is not null;
    `.execute(db);
  },
};
