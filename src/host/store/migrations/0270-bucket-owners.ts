import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Whose a bucket is does everything with it only while they may configure each server that uses it. The view
 * `bucket_rights` is the twin of `src/domain/buckets/rights.ts`.
 */
export const bucketOwners: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create or replace view bucket_rights as
        with owners as (
          select b.id, b.owner::text as subject, 'shared' as via, null::char(24) as role_id,
            b.created_at as since, null::bigint as until
          from buckets b where b.owner_kind = 'account'
          union all
          select b.id, r.subject::text, r.via, r.role_id, r.since, r.until
          from buckets b
          join rights r on r.resource = 'group/' || b.owner and r.permission = b.owner_kind || '.modify'
        )
        select o.subject, 'bucket/' || o.id as resource, e.permission, o.via, o.role_id, o.since, o.until
        from owners o cross join lateral unnest(
          case when exists (
            select from bucket_servers u where u.bucket_id = o.id and not exists (
              select from rights r where r.subject = o.subject
                and r.resource = 'server/' || u.server_id
                and r.permission = 'server.modify.configuration'
            )
          ) then array['bucket.view', 'bucket.modify']
          else array['bucket.view', 'bucket.modify', 'bucket.add', 'bucket.edit', 'bucket.remove']
          end
        ) as e (permission)
        union all
        select r.subject::text, 'bucket/' || b.id, n.permission, min(r.via),
          min(r.role_id::text)::char(24), min(r.since), min(r.until)
        from buckets b
        join bucket_needs n on n.type = b.type
        join bucket_servers u on u.bucket_id = b.id
        join servers s on s.id = u.server_id and not s.restricted
        join rights r on r.resource = 'server/' || u.server_id and r.permission = n.needed
        group by r.subject::text, b.id, n.permission, n.needed, n.everywhere
        having not n.everywhere or count(distinct u.server_id) = (
          select count(*) from bucket_servers every where every.bucket_id = b.id
        )
    `.execute(db);
  },
};
