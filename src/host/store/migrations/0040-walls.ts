import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Saved walls, the screens that show them, and the codes by which those are paired. */
export const walls: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table walls (
        id char(24) primary key,
        owner char(24) not null references accounts (id) on delete cascade,
        name text not null,
        scenes json not null,
        rotation integer not null,
        pinned_scene char(24),
        sound boolean not null,
        revision integer not null default 1,
        created_at bigint not null,
        updated_at bigint not null
      );
      create index walls_owner on walls (owner);
      create table displays (
        id char(24) primary key,
        owner char(24) not null references accounts (id) on delete cascade,
        name text not null,
        wall_id char(24) references walls (id) on delete set null,
        token_hash bytea unique,
        paired_at bigint not null,
        last_seen bigint,
        online_until bigint not null default 0,
        user_agent text not null
      );
      create index displays_owner on displays (owner);
      create index displays_wall on displays (wall_id);
      create table pairings (
        code_hash bytea primary key,
        secret_hash bytea not null unique,
        user_agent text not null,
        expires_at bigint not null,
        display_id char(24) references displays (id) on delete cascade
      );
      create index pairings_expires_at on pairings (expires_at);
    `.execute(db);
  },
};
