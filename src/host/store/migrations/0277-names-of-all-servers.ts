import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The index over all servers is by an expression, so that only who asks for that reads it: PostgreSQL took it for the newest
 * names of a few servers too, and passed over the rows of all others.
 */
export const namesOfAllServers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      drop index player_names_of_all;
      create index player_names_of_all on player_names ((at + 0), muster_id) include (server_id)
    `.execute(db);
  },
};
