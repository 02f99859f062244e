import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What an older host did lately is found in the chained audit, which is written in the order of time. */
export const auditAt: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index audit_at on audit using brin (at) with (autosummarize = on)`.execute(db);
  },
};
