import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Which servers were let in with an address of a private network. Those that were there before anybody asked
 * stay connected wherever they are; whoever runs one that is public takes the mark away.
 */
export const privateAddresses: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table servers add column private_address boolean not null default true`.execute(
      db,
    );
  },
};
