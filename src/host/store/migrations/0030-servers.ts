import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Game servers, who plays on them, and what was asked of them. */
export const servers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table servers (
        id char(24) primary key,
        owner char(24) not null,
        identifier text not null,
        game smallint not null,
        timezone text not null,
        restricted boolean not null default false,
        created_at bigint not null,
        deleting text check (deleting in ('requested', 'in-progress', 'done')),
        host text not null,
        host_key text not null,
        game_port integer not null,
        query_port integer,
        rcon_port integer not null,
        sealed_password bytea not null,
        target_version integer not null default 1,
        actions smallint[] not null,
        state json not null,
        population json not null,
        environment json not null,
        deployment json not null,
        tick bigint not null default 0,
        lease_host char(24),
        lease_until bigint not null default 0,
        constraint servers_claim unique (host_key, rcon_port, game)
      );
      create index servers_owner on servers (owner);

      create table players (
        muster_id char(24) primary key,
        name text not null,
        first_seen bigint not null,
        last_seen bigint not null
      );
      create table player_identities (
        kind text not null check (kind in ('battleye', 'steam')),
        value text not null,
        muster_id char(24) not null references players (muster_id) on delete cascade,
        primary key (kind, value)
      );
      create index player_identities_player on player_identities (muster_id);

      create table play_sessions (
        id char(24) primary key,
        server_id char(24) not null references servers (id) on delete cascade,
        muster_id char(24),
        name text not null,
        joined_at bigint not null,
        joined_before boolean not null,
        verified boolean not null,
        lobby boolean not null,
        guid char(32),
        steam_id text,
        ip text,
        port integer,
        left_at bigint
      );
      create index play_sessions_open on play_sessions (server_id) where left_at is null;
      create index play_sessions_player on play_sessions (muster_id, joined_at desc);

      create table action_requests (
        id char(24) primary key,
        account_id char(24) not null,
        request_id char(24) not null,
        server_id char(24) not null references servers (id) on delete cascade,
        digest bytea not null,
        request json,
        asked_at bigint not null,
        state text not null check (state in ('asked', 'running', 'ended')),
        outcome json,
        constraint action_requests_once unique (account_id, request_id)
      );
      create index action_requests_asked_at on action_requests (asked_at);
    `.execute(db);
  },
};
