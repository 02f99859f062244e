import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whole names of bans are found by their keys: that of a row is in the eighth line of its text, or else is what the first says. */
export const wholeBanNames: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index paged_bans_whole_name on paged_bans
        (owner_id, coalesce(nullif(split_part(folded, E'\n', 8), ''), split_part(folded, E'\n', 1)))
    `.execute(db);
  },
};
