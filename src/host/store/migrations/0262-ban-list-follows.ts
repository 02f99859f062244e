import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Ban lists that may be followed, by which code, and which list follows which. */
export const banListFollows: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table ban_lists
        add column allow_followers boolean not null default false,
        add column share_code text collate "C" unique;

      create table ban_list_follows (
        banlist_id char(24) not null references ban_lists (id) on delete cascade,
        followed_id char(24) not null references ban_lists (id) on delete cascade,
        since bigint not null,
        primary key (banlist_id, followed_id),
        check (banlist_id <> followed_id)
      );
      create index ban_list_follows_followed on ban_list_follows (followed_id)
    `.execute(db);
  },
};
