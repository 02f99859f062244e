import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What speaks for a ban: files in compressed parts, and links. It goes with its ban. */
export const banEvidence: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table ban_lists add column evidence_public boolean not null default false;

      create table ban_evidence (
        id char(24) primary key,
        banlist_id char(24) not null,
        ban_id text collate "C" not null references paged_bans (id) on delete cascade,
        kind text not null,
        name text not null,
        url text,
        bytes int not null check (bytes >= 0),
        packed int not null,
        sha256 text,
        at bigint not null,
        added_by char(24) not null
      );
      create index ban_evidence_ban on ban_evidence (ban_id);
      create index ban_evidence_list on ban_evidence (banlist_id) include (bytes);

      create table ban_evidence_parts (
        file_id char(24) not null references ban_evidence (id) on delete cascade,
        number int not null,
        packed bytea not null,
        primary key (file_id, number)
      );
      alter table ban_evidence_parts alter column packed set storage external
    `.execute(db);
  },
};
