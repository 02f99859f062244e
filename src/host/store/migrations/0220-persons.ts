import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Which ids are one person, and why. Rows keep the id that they were written under. What an earlier version joined it
 * also rewrote: those joins lead on like others, and cannot be undone.
 */
export const persons: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table person_joins (
        id bigint generated always as identity primary key,
        one char(24) not null,
        other char(24) not null,
        kind text not null check (kind in ('game', 'link', 'hand', 'older')),
        since bigint,
        by char(24),
        undone_at bigint,
        undone_by char(24)
      );
      create index person_joins_one on person_joins (one);
      create index person_joins_other on person_joins (other);
      create unique index person_joins_once on person_joins (one, other, kind) where undone_at is null;

      create sequence persons_changed;
      create table persons (
        id char(24) primary key,
        person char(24) not null,
        changed bigint not null default nextval('persons_changed')
      );
      create index persons_person on persons (person);
      create index persons_in_order on persons (changed);

      insert into person_joins (one, other, kind)
      select survivor, muster_id, 'older' from player_aliases order by id;
      insert into persons (id, person) select muster_id, survivor from player_aliases order by id;
      insert into persons (id, person) select distinct survivor, survivor from player_aliases;
    `.execute(db);
  },
};
