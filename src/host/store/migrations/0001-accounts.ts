import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Accounts, their sessions and links, mail, and what the hosts of a database agree on. */
export const accounts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table host_values (key text primary key, value text not null);

      create table accounts (
        id char(24) primary key,
        username text not null,
        username_key text not null,
        display_name text not null,
        email text not null,
        email_key text not null,
        email_verified_at bigint,
        password_hash text not null,
        status smallint not null,
        titles text[] not null default '{}',
        plan text not null,
        plan_until bigint,
        preferences jsonb not null default '{}',
        created_at bigint not null,
        constraint accounts_username_key unique (username_key)
      );
      create index accounts_email_key on accounts (email_key, created_at);
      create unique index accounts_verified_email on accounts (email_key)
        where email_verified_at is not null;

      create table sessions (
        id char(24) primary key,
        token_hash bytea not null unique,
        account_id char(24) not null references accounts (id) on delete cascade,
        created_at bigint not null,
        expires_at bigint not null,
        address text not null,
        user_agent text not null
      );
      create index sessions_account on sessions (account_id);
      create index sessions_expiry on sessions (expires_at);

      create table single_use_links (
        token_hash bytea primary key,
        account_id char(24) not null references accounts (id) on delete cascade,
        purpose text not null check (purpose in ('reset', 'verify')),
        email_key text not null,
        created_at bigint not null,
        expires_at bigint not null,
        used_at bigint
      );
      create index single_use_links_account on single_use_links (account_id, purpose);

      create table invitations (
        token_hash bytea primary key,
        created_at bigint not null,
        expires_at bigint not null,
        used_at bigint,
        used_by char(24) references accounts (id) on delete set null
      );

      create table sign_in_failures (
        key bytea primary key,
        failures integer not null,
        last_at bigint not null,
        locked_until bigint not null default 0
      );
      create index sign_in_failures_last_at on sign_in_failures (last_at);

      create table outbox (
        id char(24) primary key,
        recipient text not null,
        subject text not null,
        sealed_text bytea,
        created_at bigint not null,
        sent_at bigint,
        attempts integer not null default 0,
        next_attempt_at bigint not null,
        last_error text
      );
      create index outbox_waiting on outbox (next_attempt_at) where sent_at is null;
    `.execute(db);
  },
};
