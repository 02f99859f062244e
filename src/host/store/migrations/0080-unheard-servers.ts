import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Since when what a server said may not have been heard; null while it is heard, and before it ever was. */
export const unheardServers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table servers add column unheard_since bigint`.execute(db);
  },
};
