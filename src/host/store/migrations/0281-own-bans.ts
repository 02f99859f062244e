import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How many bans Muster has in the list that a server's game keeps itself. A default that is a constant rewrites no row. */
export const ownBans: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table servers add column own_bans integer not null default 0`.execute(db);
  },
};
