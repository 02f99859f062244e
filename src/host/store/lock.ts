import { sql } from 'kysely';
import type { Trx } from './database.ts';

/** Whoever locks the same name waits until this transaction ends. */
export async function lockName(trx: Trx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
