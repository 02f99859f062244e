import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Bans are found by the keys of their names, too: those that are there already are filled in beside other work. Followers of a
 * shared list are told of none of that: a ban whose row says what it said has not changed. What it said is taken away by
 * `except`, which no plan from a time of few rows makes slow, as one of a join might be.
 */
export const banNames: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table ban_names_fill (
        after text not null,
        pass int not null default 1,
        due bigint not null default 0
      );
      insert into ban_names_fill (after) values ('');

      create function note_bans_rewritten() returns trigger language plpgsql as $$
      begin
        insert into ban_changes (banlist_id, ban_id)
        select c.owner_id, c.id from (
          select t.owner_id, t.id, t.data::text from told t
          where exists (select from ban_list_shares s where s.banlist_id = t.owner_id)
          except
          select w.owner_id, w.id, w.data::text from was w
        ) c
        order by c.id
        on conflict (banlist_id, ban_id) do update set number = null, numbered_at = null;
        return null;
      end $$;
      drop trigger note_bans_changed on paged_bans;
      create trigger note_bans_changed after update on paged_bans
        referencing old table as was new table as told
        for each statement execute function note_bans_rewritten()
    `.execute(db);
  },
};
