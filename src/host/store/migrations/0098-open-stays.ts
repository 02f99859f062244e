import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who is on a server when statistics begin: the log may have forgotten that they joined. */
export const openStays: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      insert into statistic_stays (id, server_id, muster_id, joined_at, told_at)
      select id, server_id, muster_id, joined_at, joined_at from play_sessions
      where left_at is null and muster_id is not null
      on conflict do nothing
    `.execute(db);
  },
};
