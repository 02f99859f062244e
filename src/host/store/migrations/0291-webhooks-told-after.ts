import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** From which position on a webhook is told what happens: by no clock, since those of hosts differ. */
export const webhooksToldAfter: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table webhooks add column told_after bigint`.execute(db);
    await sql`update webhooks set told_after = 0 where status in ('CREATED', 'VERIFYING', 'VERIFIED')`.execute(
      db,
    );
  },
};
