import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Players who turned out to be one: the id that is gone still means somebody. */
export const playerAliases: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table player_aliases (
        id bigint generated always as identity primary key,
        muster_id char(24) not null unique,
        survivor char(24) not null references players (muster_id) on delete cascade
      );
      create index player_aliases_survivor on player_aliases (survivor);
    `.execute(db);
  },
};
