import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';

/** One statement removes at most so many rows, so that none holds them for long. */
const BATCH = 5_000;

/** Deletes the rows of a table that a condition is true of, some at a time. */
export async function deleteInBatches(
  db: Database,
  table: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<void> {
  let removed = BATCH;
  while (removed === BATCH) {
    const { numAffectedRows } = await sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${condition} limit ${BATCH}
      ))
    `.execute(db);
    removed = Number(numAffectedRows ?? 0n);
  }
}
