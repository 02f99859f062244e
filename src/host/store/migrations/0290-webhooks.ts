import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Webhooks of ban lists, and what each was told: no content, which is read from the log when it is sent. */
export const webhooks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table webhooks (
        id char(24) primary key,
        banlist_id char(24) not null references ban_lists (id) on delete cascade,
        flavor text not null,
        sealed_url bytea not null,
        target text not null,
        events text[] not null,
        sealed_secret bytea,
        username text,
        avatar_url text,
        creator_id char(24) not null,
        created_at bigint not null,
        changed_at bigint not null,
        status text not null,
        security text not null,
        cause text,
        code int,
        failing_since bigint,
        delivered_at bigint,
        tries int not null default 0,
        due_at bigint not null,
        asked int not null default 0,
        leased_by text,
        lease_until bigint not null default 0
      );
      create index webhooks_list on webhooks (banlist_id);
      create table webhook_deliveries (
        id char(24) primary key,
        number bigint not null generated always as identity,
        webhook_id char(24) not null references webhooks (id) on delete cascade,
        event text not null,
        ban_id text collate "C",
        seq bigint,
        count int not null,
        at bigint not null,
        created_at bigint not null,
        state text not null default 'waiting',
        sent boolean not null default false,
        tries int not null default 0,
        cause text,
        code int,
        tried_at bigint
      );
      create index webhook_deliveries_of on webhook_deliveries (webhook_id, number);
      create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, number)
        where state = 'waiting';
      create index webhook_deliveries_old on webhook_deliveries (created_at);
      create unique index webhook_deliveries_many on webhook_deliveries (webhook_id, event)
        where state = 'waiting' and seq is null and not sent
    `.execute(db);
  },
};
