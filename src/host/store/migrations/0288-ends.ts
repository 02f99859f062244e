import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Bans and entries of buckets are sorted by when they end, those that never do behind all others. */
export const ends: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['paged_bans', 'paged_bucket_entries']) {
      await sql`
        create index ${sql.ref(`${table}_until`)} on ${sql.table(table)}
          (owner_id, (coalesce((data->>'until')::bigint, 9007199254740991)), id)
      `.execute(db);
    }
  },
};
