import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What ban lists say of themselves. It goes with its list. */
export const banListProfiles: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table ban_list_profiles (
        banlist_id char(24) primary key references ban_lists (id) on delete cascade,
        category text not null,
        description text not null,
        contact_email text not null,
        website text not null,
        teamspeak text not null,
        discord text not null
      )
    `.execute(db);
  },
};
