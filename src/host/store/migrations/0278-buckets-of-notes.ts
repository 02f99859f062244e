import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who may do what with a bucket of notes follows from the permissions for notes of the servers that use it. */
export const bucketsOfNotes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      insert into bucket_needs (type, permission, needed, everywhere) values
        ('NOTES', 'bucket.view', 'server.notes.view', false),
        ('NOTES', 'bucket.add', 'server.notes.edit', true),
        ('NOTES', 'bucket.edit', 'server.notes.edit', true),
        ('NOTES', 'bucket.remove', 'server.notes.remove', true)
    `.execute(db);
  },
};
