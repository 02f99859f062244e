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
 * Appends rows to the audit, in the transaction of what they tell of. Writers wait for each other until
 * they commit, so make it the last thing that a transaction does.
 */
export async function appendAudit(
  trx: Trx,
  key: Pick<Secrets, 'mac'>,
  ...entries: readonly AuditEntry[]
): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  await lockAudit(trx);
  const begun = (await isKeyed(trx)) ? [] : [markerAt(first.at)];
  await appendRows(trx, key, [...begun, ...entries]);
}

/** Writes the row that begins the keyed chain, where there is none yet. */
export async function beginKeyedAudit(
  db: Database,
  key: Pick<Secrets, 'mac'>,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockAudit(trx);
    if (!(await isKeyed(trx))) await appendRows(trx, key, [markerAt(now)]);
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

/** So many are written in one statement: a statement has at most 65,535 values. */
const AT_ONCE = 1_000;

async function appendRows(
  trx: Trx,
  key: Pick<Secrets, 'mac'>,
  entries: readonly AuditEntry[],
): Promise<void> {
  const last = await trx
    .selectFrom('audit')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  let previous = last?.hash ?? GENESIS;
  const rows = entries.map(({ at, actor, resource, action, detail }, place) => {
    const id = (last?.id ?? 0) + 1 + place;
    const row = { id, at, actor, resource, action, detail: JSON.stringify(detail) };
    const chained = { previous_hash: previous, hash: keyedHash(key, previous, row) };
    previous = chained.hash;
    return { ...row, ...chained };
  });
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await trx
      .insertInto('audit')
      .values(rows.slice(from, from + AT_ONCE))
      .execute();
  }
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
