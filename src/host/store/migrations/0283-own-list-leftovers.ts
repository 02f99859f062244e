import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Bans of Muster that stay in the list of a game that no connector is for any more: where that game is, and how it is logged in to,
 * until they are out. And of servers whose list no host of the version that counts may have read, it is not known how many
 * are there.
 */
export const ownListLeftovers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table servers alter column own_bans drop not null;
      update servers set own_bans = null where own_bans = 0 and rcon_port is not null;
      create table own_list_leftovers (
        id char(24) primary key,
        server_id char(24) not null,
        owner char(24) not null,
        name text not null,
        game integer not null,
        host text not null,
        host_key text not null,
        private_address boolean not null,
        game_port integer not null,
        query_port integer,
        rcon_port integer not null,
        sealed_password bytea not null,
        own_bans integer,
        since bigint not null,
        due_at bigint not null,
        tries integer not null default 0,
        lease_until bigint not null default 0,
        unique (server_id, game, host_key, rcon_port)
      )
    `.execute(db);
  },
};
