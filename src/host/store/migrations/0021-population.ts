import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Population history: a point a minute, ten minutes and an hour, each kept for its span. */
export const population: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table population_samples (
        server_id char(24) not null,
        step integer not null,
        at bigint not null,
        players integer,
        slots integer,
        queue integer,
        primary key (server_id, step, at)
      );
      create index population_samples_at on population_samples (step, at);
    `.execute(db);
  },
};
