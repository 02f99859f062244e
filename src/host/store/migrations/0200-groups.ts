import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Teams and organizations with their roles, members and invitations, and `rights`: the one table of who may do what, and
 * through what. What is given to somebody directly stays in `grants`.
 */
export const groups: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table groups (
        id char(24) primary key,
        kind text not null check (kind in ('team', 'organization')),
        identifier text not null,
        owner char(24) not null,
        organization_id char(24) references groups (id) on delete set null,
        created_at bigint not null,
        deleting text check (deleting in ('requested', 'in-progress', 'done')),
        check (organization_id is null or kind = 'team')
      );
      create index groups_owner on groups (owner);
      create index groups_organization on groups (organization_id);

      create table group_roles (
        id char(24) primary key,
        group_id char(24) not null references groups (id) on delete cascade,
        name text not null,
        colour text not null,
        hierarchy integer not null check (hierarchy >= 0),
        is_owner boolean not null,
        permissions text[] not null,
        created_at bigint not null,
        unique (group_id, hierarchy) deferrable initially deferred,
        check (is_owner = (hierarchy = 0))
      );

      create table group_members (
        group_id char(24) not null references groups (id) on delete cascade,
        account_id char(24) not null,
        role_id char(24) references group_roles (id) on delete set null,
        since bigint not null,
        primary key (group_id, account_id)
      );
      create index group_members_account on group_members (account_id);
      create index group_members_role on group_members (role_id);

      create table group_invites (
        id char(24) primary key,
        group_id char(24) not null references groups (id) on delete cascade,
        role_id char(24) not null references group_roles (id) on delete cascade,
        from_id char(24) not null,
        to_id char(24) not null,
        created_at bigint not null,
        expires_at bigint not null,
        answered_at bigint,
        accepted boolean
      );
      create index group_invites_group on group_invites (group_id);
      create index group_invites_to on group_invites (to_id);

      create table support_authorizations (
        resource text primary key,
        given_by char(24) not null,
        since bigint not null,
        until bigint not null
      );

      alter table servers add column owner_kind text not null default 'account';
      create index servers_resource on servers (('server/' || id));
      create index accounts_staff on accounts (id) where 'staff' = any(titles);
      create index groups_resource on groups (('group/' || id));

      insert into known_permissions (permission, since) select name, 0 from unnest(array[
        'team.view', 'team.modify', 'team.members.list', 'team.members.add', 'team.members.modify',
        'team.members.remove', 'team.roles.list', 'team.roles.create', 'team.roles.modify',
        'team.roles.delete', 'team.hierarchy',
        'organization.view', 'organization.modify', 'organization.teams.add',
        'organization.teams.remove', 'organization.personnel.list', 'organization.personnel.add',
        'organization.personnel.modify', 'organization.personnel.remove', 'organization.roles.list',
        'organization.roles.create', 'organization.roles.modify', 'organization.roles.delete'
      ]) as name
    `.execute(db);
    await sql`
      create view held_roles as
        select m.account_id, m.group_id, m.role_id, m.since, p.permission
        from group_members m
        join group_roles r on r.id = m.role_id
        cross join lateral (
          select unnest(r.permissions) as permission where not r.is_owner
          union all
          select k.permission from known_permissions k where r.is_owner
        ) p
    `.execute(db);
    await sql`
      create view rights as
        select g.subject, g.resource, g.permission, 'shared' as via,
          null::char(24) as role_id, g.since
        from grants g
        union all
        select h.account_id, 'group/' || g.id, h.permission, 'role', h.role_id, h.since
        from held_roles h join groups g on g.id = h.group_id
        where h.permission like g.kind || '.%'
        union all
        select h.account_id, 'group/' || g.id, h.permission, 'role', h.role_id, h.since
        from held_roles h join groups g on g.organization_id = h.group_id
        where h.permission like 'team.%'
        union all
        select h.account_id, 'server/' || s.id, h.permission, 'role', h.role_id, h.since
        from held_roles h join servers s on s.owner = h.group_id
        where h.permission like 'server.%'
        union all
        select h.account_id, 'server/' || s.id, h.permission, 'role', h.role_id, h.since
        from held_roles h
        join groups g on g.organization_id = h.group_id
        join servers s on s.owner = g.id
        where h.permission like 'server.%'
        union all
        select a.id, w.resource, k.permission, 'support', null::char(24), w.since
        from support_authorizations w
        join accounts a on 'staff' = any(a.titles)
        join servers s on 'server/' || s.id = w.resource
        join known_permissions k on k.permission like 'server.%'
        where w.until > (extract(epoch from now()) * 1000)::bigint
    `.execute(db);
  },
};
