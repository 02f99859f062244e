import { sql } from 'kysely';
import type { Trx } from '../store/database.ts';
import { chainHash, GENESIS } from './chain.ts';

/** Any number that nothing else locks by: whoever holds it writes the next row of the audit. */
const AUDIT_LOCK = 7_070_001;

export interface AuditEntry {
  readonly at: number;
  /** The account that did it; null for the host itself or its operator at the terminal. */
  readonly actor: string | null;
  /** `server/<id>`, `account/<id>`, `wall/<id>`, `display/<id>` or `host`. */
  readonly resource: string;
  /** `feature.verb`. */
  readonly action: string;
  /** Ids and settings, never names, addresses or secrets: nothing of it can be erased. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Appends one row to the audit, in the transaction of what it tells of. Writers wait for each other until
 * they commit, so make it the last thing that a transaction does.
 */
export async function appendAudit(trx: Trx, entry: AuditEntry): Promise<void> {
  await sql`select pg_advisory_xact_lock(${AUDIT_LOCK})`.execute(trx);
  const last = await trx
    .selectFrom('audit')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const row = {
    id: (last?.id ?? 0) + 1,
    at: entry.at,
    actor: entry.actor,
    resource: entry.resource,
    action: entry.action,
    detail: JSON.stringify(entry.detail),
  };
  const previous = last?.hash ?? GENESIS;
  await trx
    .insertInto('audit')
    .values({ ...row, previous_hash: previous, hash: chainHash(previous, row) })
    .execute();
}
