import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How far each reactor has come in each stream of the log, and what it never saw of it. */
export const reactors: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table reactor_cursors (
        reactor text not null,
        stream text not null,
        position bigint not null,
        since bigint not null,
        attempts int not null default 0,
        retry_at bigint not null default 0,
        primary key (reactor, stream)
      );
      alter table reactor_cursors set (fillfactor = 50);

      create table reactor_missed (
        reactor text not null,
        stream text not null,
        first bigint not null,
        last bigint not null,
        error text,
        at bigint not null,
        primary key (reactor, stream, first)
      );
    `.execute(db);
  },
};
