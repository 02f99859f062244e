import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** From when the days of a session are counted: for those that are there, from now on. */
export const sessionLives: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table sessions add column lives_since bigint;
      update sessions set lives_since = (extract(epoch from now()) * 1000)::bigint;
    `.execute(db);
  },
};
