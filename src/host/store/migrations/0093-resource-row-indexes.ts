import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Rows of a resource are found by whom they name, whichever field has the id, and by their server as it goes. Without
 * `fastupdate = off`, each search reads all that was written lately.
 */
export const resourceRowIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index resource_rows_data on resource_rows using gin (data jsonb_path_ops)
        with (fastupdate = off);
      create index resource_rows_server on resource_rows (server_id);
    `.execute(db);
  },
};
