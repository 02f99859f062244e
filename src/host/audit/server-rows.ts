/** The audit of a server as people read it: rows of pages beside the chained audit of the whole host. */
import { sql } from 'kysely';
import { auditRow } from '../../domain/audit/row.ts';
import { PAGED, type PagedRow } from '../../protocol/resources/registry.ts';
import { serverStream } from '../../protocol/streams.ts';
import { holdPersons } from '../identity/persons.ts';
import { showPersons } from '../identity/show-persons.ts';
import { addPagedRows } from '../store/paged/rows.ts';
import type { Fact } from '../realtime/contract.ts';
import type { Database, Trx } from '../store/database.ts';
import type { AuditEntry } from './append.ts';

/** How long the address that something was done from is kept, milliseconds. */
export const ADDRESS_LASTS = 90 * 86_400_000;
const FORGOTTEN_AT_ONCE = 1_000;

/**
 * Keeps what was done on servers, where they are still there, and answers what is to be told of it. Their rows
 * are locked in the meantime, so that none is deleted under its entries.
 */
export async function keepServerRows(
  trx: Trx,
  entries: readonly AuditEntry[],
): Promise<readonly Extract<Fact, { event: 'row:put' }>[]> {
  const told = entries.flatMap((entry) => {
    const server_id = /^server\/(.+)$/.exec(entry.resource)?.[1];
    return server_id === undefined ? [] : [{ ...entry, server_id }];
  });
  if (told.length === 0) return [];
  // A join that comes now waits, and then tells these rows too.
  await holdPersons(trx);
  const servers = await trx
    .selectFrom('servers')
    .select('id')
    .where('id', 'in', [...new Set(told.map(({ server_id }) => server_id))])
    .orderBy('id')
    .forKeyShare()
    .execute();
  const present = new Set(servers.map(({ id }) => id));
  const kept = told.filter(({ server_id }) => present.has(server_id));
  const [names, ids] = [await namesOf(trx, kept), await nextIds(trx, kept.length)];
  const rows = kept.map(({ actor, told: beside, ...entry }, at): PagedRow<'audit'> => {
    const by = actor === null ? null : { id: actor, name: names.get(actor) ?? '' };
    return auditRow({ ...entry, id: ids[at] ?? '' }, by, beside);
  });
  await addPagedRows(trx, 'audit', rows);
  return (await showPersons(trx, PAGED.audit, rows)).map(({ row, under }) => ({
    stream: serverStream(row.server_id, 'audit'),
    event: 'row:put',
    at: row.at,
    data: { resource: 'audit', server_id: row.server_id, row, before: null },
    ...(under && { under }),
  }));
}

/** Ids that count up, so that what is of one moment stays in its order. */
async function nextIds(trx: Trx, count: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select lpad(to_hex(nextval('paged_audit_ids')), 24, '0') as id
    from generate_series(1, ${count})
  `.execute(trx);
  return rows.map(({ id }) => id);
}

async function namesOf(
  trx: Trx,
  entries: readonly AuditEntry[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(entries.flatMap(({ actor }) => actor ?? []));
  if (ids.size === 0) return new Map();
  const accounts = await trx
    .selectFrom('accounts')
    .select(['id', 'display_name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(accounts.map(({ id, display_name }) => [id, display_name]));
}

/** Forgets the addresses of what was done before a moment. */
export async function forgetAuditAddresses(db: Database, before: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      update paged_audit set data = (data::jsonb - 'address')::json
      where id in (
        select id from paged_audit where (data->>'address') is not null and key_at < ${before}
        limit ${FORGOTTEN_AT_ONCE}
      )
      returning id
    `.execute(db);
    if (rows.length < FORGOTTEN_AT_ONCE) return;
  }
}
