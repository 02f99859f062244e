import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What Steam's Web API said of players, as of a moment, and whether it answers. */
export const steam: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table steam_accounts (
        steam_id text primary key,
        state text not null default 'asked'
          check (state in ('asked', 'public', 'private', 'deleted')),
        persona text,
        created_at bigint,
        vac_bans integer,
        game_bans integer,
        community_banned boolean,
        days_since_ban integer,
        fetched_at bigint,
        due_at bigint not null
      );
      create index steam_accounts_due on steam_accounts (due_at);
      create index play_sessions_on_steam on play_sessions (steam_id)
        where left_at is null and steam_id is not null;

      create table steam_trouble (
        one boolean primary key default true check (one),
        kind text,
        since bigint,
        tries integer not null default 0,
        retry_at bigint not null default 0
      );
      insert into steam_trouble default values;
    `.execute(db);
  },
};
