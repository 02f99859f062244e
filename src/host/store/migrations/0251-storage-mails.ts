import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Of which time of grace an account was told by mail: that of `storage_over_since`. */
export const storageMails: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table accounts add column storage_mailed_since bigint`.execute(db);
  },
};
