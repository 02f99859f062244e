import { sql } from 'kysely';
import { NOTES_MAX } from '../../protocol/notes/limits.ts';
import { noSuch } from '../calls/host-error.ts';
import type { Keeper } from '../change/kept-rows.ts';

/**
 * A note that was moved into a bucket is there and nowhere else: it is neither brought back here nor, however long ago it was,
 * added again by whoever sends it once more.
 */
export const NOTE_KEEPER: Keeper<'notes'> = {
  most: async () => NOTES_MAX,
  async admit(trx, { id }, before) {
    if (before !== null) return;
    const { rows } = await sql`
      select id from paged_bucket_entries where id = ${id}
      union all select id from removed_bucket_entries where id = ${id}
      limit 1
    `.execute(trx);
    if (rows.length > 0) throw noSuch('note');
  },
  written: async () => undefined,
};
