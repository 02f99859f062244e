import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Bans of another installation that hold no more: whom one was about can be told by a keyed hash alone, so that whoever is erased
 * in the time does not come back with it. Older hosts forget such bans, as they did.
 */
export const goneRemoteBans: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table remote_bans
        add column without_addresses boolean not null default false,
        add column known_by text[],
        add column gone_at bigint;
      create index remote_bans_known on remote_bans using gin (known_by) where known_by is not null;
      create index remote_bans_gone on remote_bans (gone_at) where gone_at is not null
    `.execute(db);
  },
};
