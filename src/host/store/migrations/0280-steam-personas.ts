import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What Steam accounts were called, each name with its time. Names go with what is known of their account. */
export const steamPersonas: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table steam_personas (
        steam_id text not null references steam_accounts (steam_id) on delete cascade,
        persona text not null,
        uses integer not null,
        first_at bigint not null,
        last_at bigint not null,
        primary key (steam_id, persona)
      );
      insert into steam_personas
        select steam_id, persona, 1, fetched_at, fetched_at from steam_accounts
        where persona <> '' and fetched_at is not null
    `.execute(db);
  },
};
