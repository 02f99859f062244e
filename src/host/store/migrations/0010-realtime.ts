import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The realtime log: streams with their heads, what was told on them, and what of it can be erased. */
export const realtime: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table streams (
        stream text primary key,
        head bigint not null,
        floor bigint not null default 0
      );
      alter table streams set (fillfactor = 50);

      create table event_log (
        stream text not null,
        seq bigint not null,
        at bigint not null,
        event text not null,
        data json not null,
        primary key (stream, seq)
      );
      create index event_log_at on event_log using brin (at);

      create table event_personal (
        stream text not null,
        seq bigint not null,
        subject text not null,
        data json not null,
        primary key (stream, seq, subject)
      );
      create index event_personal_subject on event_personal (subject);
    `.execute(db);
  },
};
