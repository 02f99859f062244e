import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How far the games' own logs are read, which of their lines were told, and when RCon was connected. */
export const gameLogs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table game_logs (
        server_id char(24) not null references servers (id) on delete cascade,
        kind text not null check (kind in ('dayz-adm', 'dayz-rpt', 'arma-console')),
        file text not null,
        position bigint not null,
        head_length integer not null,
        head_digest text not null,
        reader json not null,
        read_at bigint not null,
        line_at bigint,
        primary key (server_id, kind)
      );
      create table game_log_problems (
        server_id char(24) primary key references servers (id) on delete cascade,
        problem text not null
          check (problem in ('no-root', 'outside', 'missing', 'unreadable', 'time-zone')),
        since bigint not null
      );
      create table game_log_lines (
        server_id char(24) not null references servers (id) on delete cascade,
        key char(22) not null,
        told_at bigint not null,
        primary key (server_id, key)
      );
      create index game_log_lines_told_at on game_log_lines using brin (told_at);
      create table rcon_spans (
        server_id char(24) not null references servers (id) on delete cascade,
        since bigint not null,
        until bigint not null,
        primary key (server_id, since)
      );
    `.execute(db);
  },
};
