/** How much may be in the buckets that one server uses. */
import { sql } from 'kysely';
import { fitsServer } from '../../domain/buckets/rules.ts';
import type { BucketType } from '../../protocol/buckets/limits.ts';
import { HostError } from '../calls/host-error.ts';
import type { Trx } from '../store/database.ts';
import { lockName } from '../store/lock.ts';

/** The buckets that a server uses, which nobody else changes until the transaction ends. */
export async function lockBucketsOf(trx: Trx, server: string): Promise<readonly string[]> {
  await lockName(trx, `buckets of ${server}`);
  const rows = await trx
    .selectFrom('bucket_servers')
    .select('bucket_id')
    .where('server_id', '=', server)
    .execute();
  return rows.map(({ bucket_id }) => bucket_id);
}

/** Refuses so many filters of one bucket on a server beside those of the others that it uses. */
export async function refuseFilters(
  trx: Trx,
  server: string,
  others: readonly string[],
  entries: number,
): Promise<void> {
  const { rows } = await sql<{ type: BucketType; entries: number }>`
    select b.type, count(e.id)::int as entries
    from buckets b left join paged_bucket_entries e on e.owner_id = b.id
    where b.id = any(${others}::bpchar[]) group by b.id
  `.execute(trx);
  if (fitsServer([...rows, { type: 'NAME_FILTER', entries }])) return;
  const { identifier } = await trx
    .selectFrom('servers')
    .select('identifier')
    .where('id', '=', server)
    .executeTakeFirstOrThrow();
  throw new HostError('filters-full', `${identifier} would have too many filters.`, {
    fields: { server_id: 'filters-full' },
  });
}
