import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Work that is done later, once, by whichever host is free. */
export const jobs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table jobs (
        id bigint generated always as identity primary key,
        kind text not null,
        key text not null,
        payload json not null,
        run_at bigint not null,
        attempts integer not null default 0,
        lease_until bigint not null default 0,
        leased_by text,
        last_error text,
        done_at bigint,
        constraint jobs_once unique (kind, key)
      );
      create index jobs_waiting on jobs (run_at) where done_at is null;
      create index jobs_done on jobs (done_at) where done_at is not null;
    `.execute(db);
  },
};
