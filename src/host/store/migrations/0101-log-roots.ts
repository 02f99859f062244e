import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Below which folder a host reads logs: its operator says so, and hosts may differ in it. */
export const logRoots: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table hosts add column log_root text`.execute(db);
  },
};
