import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The names by which players are found, as `nameKey` has them: what there is already is filled in beside other work. No row
 * refers to a server's: a check of it would wait for the connectors. And stays are found by their address.
 */
export const playerNames: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table player_names (
        muster_id char(24) not null,
        server_id char(24) not null,
        folded text not null,
        name text not null,
        at bigint not null,
        grams text[] not null,
        primary key (muster_id, server_id, folded)
      );
      create index player_names_of_server on player_names (server_id, at, muster_id);
      create index player_names_of_all on player_names (at, muster_id) include (server_id);
      create index player_names_whole on player_names (folded, at, muster_id) include (server_id);
      create index player_names_grams on player_names using gin (grams);

      create table player_names_fill (after text not null);
      insert into player_names_fill values ('');

      create index play_sessions_ip on play_sessions (ip text_pattern_ops) where ip is not null;
      create index accounts_display_name on accounts (lower(display_name));
    `.execute(db);
  },
};
