import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Invitations may be for an account that is there, and bring rights on servers. */
export const invitationsWithRights: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table invitations
        add column id char(24) not null
          default substr(encode(sha256(random()::text::bytea || clock_timestamp()::text::bytea), 'hex'), 1, 24),
        add column from_id char(24),
        add column to_id char(24),
        add column permissions text[] not null default '{}',
        add column server_ids text[] not null default '{}',
        add column accepted boolean
    `.execute(db);
    await sql`create index invitations_id on invitations (id)`.execute(db);
    await sql`create index invitations_from on invitations (from_id, created_at)`.execute(db);
    await sql`create index invitations_to on invitations (to_id, created_at)`.execute(db);
  },
};
