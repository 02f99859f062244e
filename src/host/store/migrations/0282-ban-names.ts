import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Bans are found by the keys of their names, too: those that are there already are filled in beside other work. */
export const banNames: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table ban_names_fill (after text not null);
      insert into ban_names_fill values ('')
    `.execute(db);
  },
};
