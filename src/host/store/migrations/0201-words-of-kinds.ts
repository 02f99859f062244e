import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Words are found within the kind that they are looked for in, and with the server that they were said on. */
export const wordsOfKinds: Migration = {
  async up(db: Kysely<unknown>) {
    for (const kind of ['chat', 'join', 'kick', 'death', 'action', 'state', 'command']) {
      await sql`
        create index ${sql.ref(`feed_texts_words_${kind}`)}
          on feed_texts using gin (grams, (array[server_id])) with (fastupdate = off)
          where kind = ${sql.lit(kind)}
      `.execute(db);
    }
    await sql`drop index feed_texts_grams`.execute(db);
  },
};
