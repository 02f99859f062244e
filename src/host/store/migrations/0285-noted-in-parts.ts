import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * A list that is followed by another installation is noted in parts, and what has no number yet is found by an index that no
 * other one can stand in for. What is noted by older hosts is noted as a whole.
 */
export const notedInParts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table ban_change_heads add column noting_at bigint, add column noting_id text collate "C";
      alter table remote_lists add column total int;
      create index ban_changes_next on ban_changes (banlist_id, number, ban_id);
      drop index ban_changes_number;
      drop index ban_changes_due
    `.execute(db);
  },
};
