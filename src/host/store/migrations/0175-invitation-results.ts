import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What an invitation came to on each server, so that it can be finished, told and taken back. */
export const invitationResults: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table invitations
        add column request_id char(24),
        add column at_once boolean not null default false,
        add column revoked_at bigint
    `.execute(db);
    await sql`
      create index invitations_request on invitations (from_id, request_id)
    `.execute(db);
    await sql`
      create table invitation_results (
        invitation_id char(24) not null,
        server_id char(24) not null,
        outcome text not null,
        given text[] not null,
        at bigint not null,
        primary key (invitation_id, server_id)
      )
    `.execute(db);
    await sql`
      create index invitation_results_waiting on invitation_results (invitation_id)
        where outcome = 'waiting'
    `.execute(db);
    await sql`
      create index invitation_results_server on invitation_results (server_id)
    `.execute(db);
  },
};
