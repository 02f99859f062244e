import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the modules of a server are set to; a server without a row has none. */
export const serverModules: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table server_modules (
        server_id char(24) primary key references servers (id) on delete cascade,
        changed_at bigint not null,
        data json not null
      )
    `.execute(db);
  },
};
