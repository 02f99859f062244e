/** How the rows of buckets are read, from their tables. */
import { sql } from 'kysely';
import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import { BUCKET_PERMISSION } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { bucketResource } from '../access/grants.ts';
import type { ToldRows } from '../change/told-rows.ts';

const PREFIX = bucketResource('');
const SOON = BUCKET_LIMIT.warnDays * 86_400_000;

/** How many entries a bucket has that are in force, or will be removed by the day. */
const ENTRIES = sql<number>`(
  select count(*)::int from paged_bucket_entries e where e.owner_id = b.id
)`;
const ENDING = sql<number>`(
  select count(*)::int from paged_bucket_entries e
  cross join (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now) t
  where e.owner_id = b.id and (e.data->>'until') is not null
    and (e.data->>'until')::bigint > t.now and (e.data->>'until')::bigint <= t.now + ${SOON}::bigint
)`;

/** The buckets that an account may do something with. */
export const BUCKET_ROWS: ToldRows<'buckets'> = {
  resource: 'buckets',
  async read(trx, accountId, ids) {
    const named = ids === null ? null : ids.map(bucketResource);
    const { rows } = await sql<Omit<RowOf<'buckets'>, 'server_id'>>`
      with held as (
        select resource, array_agg(distinct permission) as permissions from bucket_rights
        where subject = ${accountId}
          and (${named}::text[] is null or resource = any(${named}::text[]))
        group by resource
      )
      select b.id, b.identifier, b.type, b.owner_kind, g.identifier as group,
        case when b.owner_kind = 'team' then b.owner end as team_id,
        case when b.owner_kind = 'organization' then b.owner end as organization_id,
        a.id as owner_id, a.display_name as owner_name, held.permissions,
        ${ENTRIES} as entries, ${ENDING} as ending,
        (select count(*)::int from bucket_servers s where s.bucket_id = b.id) as servers,
        b.created_at
      from held
      join buckets b on ${PREFIX} || b.id = held.resource
      left join groups g on g.id = b.owner
      join accounts a on a.id = coalesce(g.owner, b.owner)
    `.execute(trx);
    return rows.map((row) => {
      const held: readonly string[] = row.permissions;
      const permissions = BUCKET_PERMISSION.filter((one) => held.includes(one));
      return { ...row, permissions, server_id: null };
    });
  },
};

/** The servers that use a bucket. */
export const BUCKET_SERVER_ROWS: ToldRows<'bucketServers'> = {
  resource: 'bucketServers',
  async read(trx, bucket_id, ids) {
    const { rows } = await sql<Omit<RowOf<'bucketServers'>, 'server_id' | 'bucket_id'>>`
      select s.id, s.identifier, s.game, u.since
      from bucket_servers u join servers s on s.id = u.server_id
      where u.bucket_id = ${bucket_id} and (${ids}::text[] is null or s.id = any(${ids}::text[]))
    `.execute(trx);
    return rows.map((row) => ({ ...row, server_id: null, bucket_id }));
  },
};

/** The buckets that a server uses. */
export const SERVER_BUCKET_ROWS: ToldRows<'serverBuckets'> = {
  resource: 'serverBuckets',
  async read(trx, server_id, ids) {
    const { rows } = await sql<Omit<RowOf<'serverBuckets'>, 'server_id'>>`
      select b.id, b.identifier, b.type, ${ENTRIES} as entries, u.since,
        (select max(e.key_changed_at) from paged_bucket_entries e where e.owner_id = b.id)
          as changed_at
      from bucket_servers u join buckets b on b.id = u.bucket_id
      where u.server_id = ${server_id} and (${ids}::text[] is null or b.id = any(${ids}::text[]))
    `.execute(trx);
    return rows.map((row) => ({ ...row, server_id }));
  },
};
