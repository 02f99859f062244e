import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whose rows a host has given to the player that they turned out to be: nobody has to look for them again. */
export const movedAliases: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table player_aliases add column moved boolean not null default false;
      create index player_aliases_left on player_aliases (id) where not moved;
    `.execute(db);
  },
};
