import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Names and texts of the feed, to be searched; by whom they are about, to be erased. */
export const feedTexts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table feed_texts (
        server_id char(24) not null,
        seq bigint not null,
        at bigint not null,
        subject text not null,
        folded text not null,
        grams text[] not null
      );
      create index feed_texts_in_order on feed_texts (server_id, seq);
      create index feed_texts_subject on feed_texts (subject);
      create index feed_texts_at on feed_texts using brin (at);
      create index feed_texts_grams on feed_texts using gin (grams) with (fastupdate = off);
    `.execute(db);
  },
};
