import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The hosts that live, whose death frees what they had; and which host runs an action. */
export const hosts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table hosts (
        id char(24) primary key,
        alive_until bigint not null
      );

      update servers set lease_host = null;
      alter table servers
        drop column lease_until,
        add column lease_epoch bigint not null default 0,
        add foreign key (lease_host) references hosts (id) on delete set null;
      create index servers_lease_host on servers (lease_host);

      alter table action_requests add column run_by char(24);
      create index action_requests_open on action_requests (server_id) where state <> 'ended';
    `.execute(db);
  },
};
