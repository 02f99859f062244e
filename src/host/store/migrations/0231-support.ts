import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Staff may be let act on a server, a team or an organization, each with what belongs to it. `supported` says on what they
 * may now; `rights` takes it from there, without what nobody hands to staff.
 */
export const support: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      delete from support_authorizations;
      alter table support_authorizations
        add column id char(24) not null unique,
        add column costs boolean not null;
      create index support_authorizations_until on support_authorizations (until);

      create view supported as
        select x.resource, x.kind, min(w.since) as since, max(w.until) as until,
          (array_agg(w.id order by w.until desc, w.id))[1] as authorization_id
        from support_authorizations w
        cross join lateral (
          select 'server/' || s.id as resource, 'server' as kind
          from servers s where 'server/' || s.id = w.resource
          union all
          select 'group/' || g.id, g.kind from groups g where 'group/' || g.id = w.resource
          union all
          select 'group/' || t.id, t.kind
          from groups g join groups t on t.organization_id = g.id
          where 'group/' || g.id = w.resource
          union all
          select 'server/' || s.id, 'server'
          from groups g join servers s on s.owner = g.id
          where 'group/' || g.id = w.resource
          union all
          select 'server/' || s.id, 'server'
          from groups g join groups t on t.organization_id = g.id join servers s on s.owner = t.id
          where 'group/' || g.id = w.resource
        ) x
        where w.until > (extract(epoch from clock_timestamp()) * 1000)::bigint
        group by x.resource, x.kind
    `.execute(db);
    await sql`
      create or replace view rights as
        select g.subject, g.resource, g.permission, 'shared' as via,
          null::char(24) as role_id, g.since, null::bigint as until
        from grants g
        union all
        select h.account_id, 'group/' || g.id, h.permission, 'role', h.role_id, h.since, null
        from held_roles h join groups g on g.id = h.group_id
        where h.permission like g.kind || '.%'
        union all
        select h.account_id, 'group/' || g.id, h.permission, 'role', h.role_id, h.since, null
        from held_roles h join groups g on g.organization_id = h.group_id
        where h.permission like 'team.%'
        union all
        select h.account_id, 'server/' || s.id, h.permission, 'role', h.role_id, h.since, null
        from held_roles h join servers s on s.owner = h.group_id
        where h.permission like 'server.%'
        union all
        select h.account_id, 'server/' || s.id, h.permission, 'role', h.role_id, h.since, null
        from held_roles h
        join groups g on g.organization_id = h.group_id
        join servers s on s.owner = g.id
        where h.permission like 'server.%'
        union all
        select a.id, w.resource, k.permission, 'support', null::char(24), w.since, w.until
        from supported w
        join accounts a on 'staff' = any(a.titles)
        join known_permissions k on k.permission like w.kind || '.%'
        where k.permission <> all (array[
          'server.personnel', 'server.support',
          'team.members.add', 'team.members.modify', 'team.members.remove', 'team.roles.create',
          'team.roles.modify', 'team.roles.delete', 'team.hierarchy',
          'organization.teams.add', 'organization.teams.remove', 'organization.personnel.add',
          'organization.personnel.modify', 'organization.personnel.remove',
          'organization.roles.create', 'organization.roles.modify', 'organization.roles.delete'
        ])
    `.execute(db);
  },
};
