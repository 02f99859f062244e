import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The time zone that a server's schedule was looked at by, so that another one is noticed. */
export const scheduleZones: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table schedule_states add column zone text`.execute(db);
  },
};
