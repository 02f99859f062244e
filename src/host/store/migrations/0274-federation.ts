import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Ban lists that are followed by other installations, and lists of those that are followed here. What changed of a shared
 * list is noted by triggers, whoever writes, and numbered when it is read (`src/host/federation/changes.ts`): a number is
 * only given to what is committed, so that no reader passes one that comes later.
 */
export const federation: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table installation_key (
        one boolean primary key default true check (one),
        public_key text not null,
        sealed_key bytea not null,
        created_at bigint not null
      );

      create table ban_list_shares (
        id char(24) primary key,
        banlist_id char(24) not null references ban_lists (id) on delete cascade,
        addresses boolean not null,
        epoch char(24) not null,
        created_at bigint not null,
        until bigint,
        key text,
        origin text,
        since bigint,
        asked_at bigint,
        digest_at bigint
      );
      create index ban_list_shares_list on ban_list_shares (banlist_id);

      create table ban_change_heads (
        banlist_id char(24) primary key references ban_lists (id) on delete cascade,
        head bigint not null,
        floor bigint not null
      );
      create table ban_changes (
        banlist_id char(24) not null,
        ban_id text collate "C" not null,
        number bigint,
        numbered_at bigint,
        primary key (banlist_id, ban_id)
      );
      create index ban_changes_number on ban_changes (banlist_id, number);
      create index ban_changes_due on ban_changes (banlist_id, ban_id) where number is null;

      create function note_ban_changes() returns trigger language plpgsql as $$
      begin
        insert into ban_changes (banlist_id, ban_id)
        select t.owner_id, t.id from told t
        where exists (select from ban_list_shares s where s.banlist_id = t.owner_id)
        order by t.id
        on conflict (banlist_id, ban_id) do update set number = null, numbered_at = null;
        return null;
      end $$;
      create trigger note_bans_added after insert on paged_bans
        referencing new table as told for each statement execute function note_ban_changes();
      create trigger note_bans_changed after update on paged_bans
        referencing new table as told for each statement execute function note_ban_changes();
      create trigger note_bans_removed after delete on paged_bans
        referencing old table as told for each statement execute function note_ban_changes();

      create table signed_requests (
        key text not null,
        nonce text not null,
        at bigint not null,
        primary key (key, nonce)
      );
      create index signed_requests_at on signed_requests (at);

      alter table ban_lists drop constraint ban_lists_owner_kind_check;
      alter table ban_lists add constraint ban_lists_owner_kind_check
        check (owner_kind in ('account', 'team', 'organization', 'remote'));

      create table remote_lists (
        id char(24) primary key,
        banlist_id char(24) not null,
        origin text not null,
        share_id char(24) not null,
        key text not null,
        identifier text not null,
        addresses boolean not null,
        since bigint not null,
        epoch char(24),
        cursor bigint not null default 0,
        base bigint not null default 0,
        pass int not null default 0,
        whole boolean not null default true,
        checked_at bigint,
        digest_at bigint,
        told_at bigint not null default 0,
        failing_since bigint,
        cause text,
        tries int not null default 0,
        due_at bigint not null,
        asked int not null default 0,
        leased_by text,
        lease_until bigint not null default 0,
        ended text check (ended in ('left', 'not-shared')),
        ended_at bigint
      );
      create index remote_lists_list on remote_lists (banlist_id);
      create unique index remote_lists_share on remote_lists (key, share_id)
        where ended is distinct from 'not-shared';

      create table remote_bans (
        ban_id text collate "C" primary key,
        banlist_id char(24) not null,
        remote_id char(24) not null,
        number bigint not null,
        pass int not null,
        erased boolean not null default false
      );
      create unique index remote_bans_remote on remote_bans (banlist_id, remote_id);
      create index remote_bans_pass on remote_bans (banlist_id, pass)
    `.execute(db);
  },
};
