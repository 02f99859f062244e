import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What was asked and decided about ban lists that are to be verified. It goes with its list. */
export const banListVerifications: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table ban_list_verifications (
        banlist_id char(24) primary key references ban_lists (id) on delete cascade,
        state text not null check (state in ('none', 'in-review', 'verified', 'denied')),
        requested_at bigint not null,
        decided_at bigint,
        reason text not null
      );
      create index ban_list_verifications_state on ban_list_verifications (state, requested_at)
        where state in ('in-review', 'verified')
    `.execute(db);
  },
};
