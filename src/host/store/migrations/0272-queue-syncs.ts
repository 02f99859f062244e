import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Where the file of queue priority of a server goes, and how that stands; a server without a row has none. `due_at` is when
 * it is looked at next, `asked` counts how often that was asked for, `written` are keyed hashes of whom Muster put there.
 */
export const queueSyncs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table queue_syncs (
        server_id char(24) primary key references servers (id) on delete cascade,
        protocol text not null,
        host text not null,
        port integer not null,
        username text not null,
        folder text not null,
        secret_kind text not null,
        sealed_secret bytea not null,
        trusted_key text,
        shown_key text,
        changed_at bigint not null,
        asked integer not null default 0,
        due_at bigint not null,
        leased_by text,
        lease_until bigint not null default 0,
        synced_at bigint,
        tried_at bigint,
        cause text,
        failing_since bigint,
        tries integer not null default 0,
        people integer not null default 0,
        without_id integer not null default 0,
        foreign_people integer not null default 0,
        written text[] not null default '{}'
      )
    `.execute(db);
  },
};
