import { sql } from 'kysely';
import type { Told } from '../../domain/audit/row.ts';
import { authorizationOn, HOST_RESOURCE } from '../access/grants.ts';
import type { Database, Trx } from '../store/database.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import { GENESIS, KEYED, keyedHash } from './chain.ts';

/** Any number that nothing else locks by: whoever holds it writes the next row of the audit. */
const AUDIT_LOCK = 7_070_001;

export interface AuditEntry {
  readonly at: number;
  /** The account that did it; null for the host itself or its operator at the terminal. */
  readonly actor: string | null;
  /** `server/<id>`, `group/<id>`, `account/<id>`, `wall/<id>`, `display/<id>` or `host`. */
  readonly resource: string;
  /** `feature.verb`. */
  readonly action: string;
  /** Ids and settings, never names, addresses or secrets: nothing of it can be erased. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Names, texts, values and the address, for people who read a server's audit: they can be erased, and no hash has them. */
  readonly told?: Told;
}

/**
 * Appends one row to the audit, in the transaction of what it tells of. Writers wait for each other until
 * they commit, so make it the last thing that a transaction does.
 */
export async function appendAudit(
  trx: Trx,
  key: Pick<Secrets, 'mac'>,
  entry: AuditEntry,
): Promise<void> {
  await lockAudit(trx);
  if (!(await isKeyed(trx))) await appendRow(trx, key, markerAt(entry.at));
  await appendRow(trx, key, entry);
}

/** Writes the row that begins the keyed chain, where there is none yet. */
export async function beginKeyedAudit(
  db: Database,
  key: Pick<Secrets, 'mac'>,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockAudit(trx);
    if (!(await isKeyed(trx))) await appendRow(trx, key, markerAt(now));
  });
}

function markerAt(at: number): AuditEntry {
  return { at, actor: null, resource: HOST_RESOURCE, action: KEYED, detail: {} };
}

async function lockAudit(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${AUDIT_LOCK})`.execute(trx);
}

async function isKeyed(trx: Trx): Promise<boolean> {
  const marker = await trx
    .selectFrom('audit')
    .select('id')
    .where('resource', '=', HOST_RESOURCE)
    .where('action', '=', KEYED)
    .limit(1)
    .executeTakeFirst();
  return marker !== undefined;
}

async function appendRow(trx: Trx, key: Pick<Secrets, 'mac'>, entry: AuditEntry): Promise<void> {
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
    .values({ ...row, previous_hash: previous, hash: keyedHash(key, previous, row) })
    .execute();
}

/** The entries as they are kept: what staff do for an owner names the authorization, and is found by it. */
export async function asSupport(
  trx: Trx,
  entries: readonly AuditEntry[],
): Promise<readonly AuditEntry[]> {
  const kept: AuditEntry[] = [];
  for (const entry of entries) {
    const { resource, detail } = entry;
    const isSupport = detail['through'] === 'support' && detail['support'] === undefined;
    const support = isSupport ? await authorizationOn(trx, resource) : null;
    kept.push(support === null ? entry : { ...entry, detail: { ...detail, support } });
  }
  return kept;
}
