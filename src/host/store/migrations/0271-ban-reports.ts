import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What people say against bans, and what they are answered. It goes with its ban, and with whoever said it. */
export const banReports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table ban_reports (
        id char(24) primary key,
        banlist_id char(24) not null,
        ban_id text collate "C" not null references paged_bans (id) on delete cascade,
        reporter_id char(24) not null references accounts (id) on delete cascade,
        reason text not null,
        created_at bigint not null,
        state text not null check (state in ('open', 'accepted', 'rejected')),
        answer text not null,
        settled_at bigint
      );
      create unique index ban_reports_open on ban_reports (ban_id, reporter_id) where state = 'open';
      create index ban_reports_ban on ban_reports (ban_id);
      create index ban_reports_list on ban_reports (banlist_id, state, created_at);
      create index ban_reports_reporter on ban_reports (reporter_id, created_at)
    `.execute(db);
  },
};
