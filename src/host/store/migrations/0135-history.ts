import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What happened is found by its kind and moment, on one server or all. A row without a kind is of an older host: it
 * gets one beside the other work that those leave.
 */
export const history: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table feed_texts add column kind text;
      create index feed_texts_of_server on feed_texts (server_id, kind, at, seq);
      create index feed_texts_of_kind on feed_texts (kind, at, seq) include (server_id);
      create index feed_texts_without_kind on feed_texts (server_id) where kind is null;
      create index paged_audit_of_all on paged_audit (key_at, id) include (server_id);
    `.execute(db);
  },
};
