import { sql } from 'kysely';
import { GRACE_MS } from '../../domain/files/storage.ts';
import { STORAGE_NAMED, STORAGE_POLICY, type StoragePolicy } from '../../protocol/files/limits.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { ofAccount } from '../access/plan.ts';
import type { ToldRows } from '../change/told-rows.ts';
import type { Trx } from '../store/database.ts';
import { evidenceOf } from './evidence.ts';

/** The files of a server. */
export const FILE_ROWS: ToldRows<'files'> = {
  resource: 'files',
  async read(trx, serverId, ids) {
    const query = trx
      .selectFrom('stored_files as f')
      .leftJoin('accounts as a', 'a.id', 'f.uploaded_by')
      .select(['f.id', 'server_id', 'kind', 'name', 'bytes', 'sha256', 'at', 'uploaded_by'])
      .select(sql<string>`coalesce(a.display_name, '')`.as('uploaded_by_name'))
      .where('server_id', '=', serverId);
    return (ids === null ? query : query.where('f.id', 'in', ids)).execute();
  },
};

/** What an account keeps, over all the servers that count by it. */
export const STORAGE_ROWS: ToldRows<'storage'> = {
  resource: 'storage',
  async read(trx, id) {
    const account = await trx
      .selectFrom('accounts')
      .select(['storage_policy', 'storage_over_since as since'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (account === undefined) return [];
    const policy = policyNamed(account.storage_policy);
    const servers = await serversOf(trx, id);
    const evidence = await evidenceOf(trx, id);
    const used = servers.reduce((sum, { bytes }) => sum + bytes, evidence);
    return [
      {
        id,
        server_id: null,
        used,
        evidence,
        policy,
        goes_at: policy === 'refuse' || account.since === null ? null : account.since + GRACE_MS,
        servers: servers.slice(0, STORAGE_NAMED.servers),
        oldest: await firstFiles(trx, id, sql`f.at, f.id`),
        largest: await firstFiles(trx, id, sql`f.bytes desc, f.id`),
      },
    ];
  },
};

type Storage = RowOf<'storage'>;

async function serversOf(trx: Trx, accountId: string): Promise<Storage['servers']> {
  const { rows } = await sql<Storage['servers'][number]>`
    select servers.id as server_id, servers.identifier,
      count(*)::int as files, sum(f.bytes)::bigint as bytes
    from servers join stored_files f on f.server_id = servers.id
    where ${ofAccount(accountId)}
    group by servers.id order by bytes desc, servers.id
  `.execute(trx);
  return rows;
}

async function firstFiles(
  trx: Trx,
  accountId: string,
  order: ReturnType<typeof sql>,
): Promise<Storage['oldest']> {
  const { rows } = await sql<Storage['oldest'][number]>`
    select f.id, f.server_id, f.name, f.bytes, f.at
    from servers join stored_files f on f.server_id = servers.id
    where ${ofAccount(accountId)} order by ${order} limit ${STORAGE_NAMED.files}
  `.execute(trx);
  return rows;
}

export function policyNamed(stored: string): StoragePolicy {
  const policy = STORAGE_POLICY.find((name) => name === stored);
  if (policy === undefined) throw new TypeError(`There is no storage policy ${stored}.`);
  return policy;
}
