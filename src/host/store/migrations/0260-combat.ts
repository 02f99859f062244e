import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** By what players died, with which weapons they killed and hit, and where bodies were hit. */
export const combat: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table statistic_totals
        add column infected_deaths bigint not null default 0,
        add column environment_deaths bigint not null default 0;

      create table statistic_weapons (
        muster_id char(24) not null,
        server_id char(24) not null,
        weapon text not null,
        kills bigint not null default 0,
        hits bigint not null default 0,
        longest_kill float8,
        longest_hit float8,
        primary key (muster_id, server_id, weapon)
      );
      create index statistic_weapons_of_server on statistic_weapons (server_id);

      create table statistic_zones (
        muster_id char(24) not null,
        server_id char(24) not null,
        zone text not null,
        given bigint not null default 0,
        taken bigint not null default 0,
        primary key (muster_id, server_id, zone)
      );
      create index statistic_zones_of_server on statistic_zones (server_id);
    `.execute(db);
  },
};
