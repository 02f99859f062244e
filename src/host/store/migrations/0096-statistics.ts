import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What players did on servers. No row refers to a server's: a check of it would wait for the connectors, which
 * lock that row with every tick.
 */
export const statistics: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table statistic_stays (
        id char(24) primary key,
        server_id char(24) not null,
        muster_id char(24),
        joined_at bigint,
        left_at bigint,
        found_at bigint,
        kicked_by text,
        lost boolean not null default false,
        told_at bigint not null
      );
      create index statistic_stays_of_player
        on statistic_stays (muster_id, server_id, joined_at);
      create index statistic_stays_of_server on statistic_stays (server_id);
      create index statistic_stays_open on statistic_stays (server_id) where left_at is null;
      create index statistic_stays_old on statistic_stays (told_at);

      create table statistic_gaps (
        server_id char(24) not null,
        from_at bigint not null,
        to_at bigint not null,
        primary key (server_id, from_at, to_at)
      );

      create table statistic_totals (
        muster_id char(24) not null,
        server_id char(24) not null,
        kills bigint not null default 0,
        deaths bigint not null default 0,
        suicides bigint not null default 0,
        hits_given bigint not null default 0,
        hits_taken bigint not null default 0,
        playtime bigint not null default 0,
        stays bigint not null default 0,
        last_seen bigint not null default 0,
        primary key (muster_id, server_id)
      );
      create index statistic_totals_of_server on statistic_totals (server_id);
    `.execute(db);
  },
};
