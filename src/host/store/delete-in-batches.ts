import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';

/** One statement removes at most so many rows, so that none holds them for long. */
const BATCH = 2_000;

/**
 * Deletes the rows of a table that a condition is true of, some at a time, also those that others change in the meantime.
 * `removed` hears how many went each time.
 */
export async function deleteInBatches(
  db: Database,
  table: string,
  condition: RawBuilder<unknown>,
  removed: (count: number) => void = () => undefined,
): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ found: number; removed: number }>`
      with due as materialized (
        select ctid as place from ${sql.table(table)} where ${condition} limit ${BATCH}
      ), gone as (
        delete from ${sql.table(table)}
        where ctid = any(array(select place from due)) and ${condition} returning 1
      )
      select (select count(*)::int from due) as found, (select count(*)::int from gone) as removed
    `.execute(db);
    const [batch] = rows;
    // What somebody changed just now is elsewhere: it was found, and stays until the next look.
    if (batch === undefined || batch.found === 0) return;
    removed(batch.removed);
  }
}
