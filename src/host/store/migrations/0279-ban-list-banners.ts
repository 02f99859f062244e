import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Pictures above what ban lists say of themselves: small, and already compressed. One goes with its list. */
export const banListBanners: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table ban_list_banners (
        banlist_id char(24) primary key references ban_lists (id) on delete cascade,
        content bytea not null,
        bytes int not null check (bytes > 0)
      );
      alter table ban_list_banners alter column content set storage external
    `.execute(db);
  },
};
