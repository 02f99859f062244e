import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What servers do by themselves, beside the rows of jobs and messages: until when a host has looked what was due, what
 * was skipped, postponed or asked for once, and the steps that were taken, each once. No row refers to `servers`, which hosts
 * of before write meanwhile: whoever deletes a server removes them.
 */
export const schedules: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table schedule_states (
        server_id char(24) primary key,
        looked_until bigint not null,
        started_at bigint
      );
      create table schedule_plans (
        id char(24) primary key,
        server_id char(24) not null,
        job_id char(24),
        name text not null,
        action integer not null,
        due bigint not null,
        at bigint,
        warnings json not null,
        lock_before integer,
        kick_before integer,
        by_id char(24) not null,
        changed bigint not null
      );
      create unique index schedule_plans_of_job on schedule_plans (server_id, job_id, due);
      create table schedule_steps (
        server_id char(24) not null,
        key text not null,
        state text not null,
        told json not null,
        run_by char(24),
        at bigint not null,
        primary key (server_id, key)
      );
      create index schedule_steps_at on schedule_steps (at);
      create index schedule_steps_running on schedule_steps (server_id) where state = 'running';
    `.execute(db);
  },
};
