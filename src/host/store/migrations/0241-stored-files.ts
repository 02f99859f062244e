import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The files that are kept of servers, in parts, and what an account says of those beyond its quota. The parts are
 * compressed already, so that the database need not try.
 */
export const storedFiles: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table stored_files (
        id char(24) primary key,
        server_id char(24) not null references servers (id) on delete cascade,
        kind text not null,
        name text not null,
        bytes bigint not null check (bytes > 0),
        sha256 char(64) not null,
        packed bigint not null,
        at bigint not null,
        uploaded_by char(24) not null,
        unique (server_id, kind, sha256)
      );
      create table stored_parts (
        file_id char(24) not null references stored_files (id) on delete cascade,
        number integer not null,
        packed bytea not null,
        primary key (file_id, number)
      );
      alter table stored_parts alter column packed set storage external;
      alter table accounts
        add column storage_policy text not null default 'refuse',
        add column storage_over_since bigint
    `.execute(db);
  },
};
