import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Entries of buckets are found by the keys of their names, too: those that are there already are filled in beside other work. */
export const bucketNames: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table bucket_names_fill (
        after text not null,
        pass int not null default 1,
        due bigint not null default 0
      );
      insert into bucket_names_fill (after) values ('')
    `.execute(db);
  },
};
