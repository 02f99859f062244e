import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Ban lists, the servers that obey them, and bans. `ban_keys` has what each ban finds somebody by, so that whoever joins
 * is looked up by an index, however many bans there are; `ban_addresses` has the addresses as they were given.
 */
export const bans: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      insert into known_permissions (permission, since) select name, 0 from unnest(array[
        'banlist.view', 'banlist.list', 'banlist.modify', 'banlist.protocol',
        'banlist.add-temporary', 'banlist.add-permanent', 'banlist.remove', 'banlist.remove-own',
        'banlist.modify-integrations'
      ]) as name on conflict do nothing;

      create table ban_lists (
        id char(24) primary key,
        owner char(24) not null,
        owner_kind text not null check (owner_kind in ('account', 'team', 'organization')),
        identifier text not null,
        keep_inactive boolean not null default false,
        created_at bigint not null,
        deleting text check (deleting in ('requested', 'in-progress', 'done')),
        bans int not null default 0,
        entries int not null default 0
      );
      create index ban_lists_owner on ban_lists (owner);

      create table ban_list_servers (
        banlist_id char(24) not null references ban_lists (id) on delete cascade,
        server_id char(24) not null references servers (id) on delete cascade,
        is_primary boolean not null,
        since bigint not null,
        primary key (banlist_id, server_id)
      );
      create index ban_list_servers_server on ban_list_servers (server_id);
      create unique index ban_list_servers_primary on ban_list_servers (server_id) where is_primary;

      create table ban_keys (
        key text collate "C" not null,
        banlist_id char(24) not null,
        ban_id text collate "C" not null,
        primary key (key, banlist_id, ban_id)
      );
      create index ban_keys_ban on ban_keys (ban_id);

      create table ban_addresses (
        ban_id text collate "C" primary key,
        addresses text[] not null
      )
    `.execute(db);
    await createPaged(db, 'paged_bans', [
      'created_at bigint',
      'changed_at bigint',
      'name',
      'reason',
      'issuer_name',
      'status',
      'kind',
      'origin',
      'person_id',
      'issuer_id',
    ]);
    for (const order of ['created_at', 'changed_at', 'name', 'reason', 'issuer_name']) {
      await index(db, 'paged_bans', order, `owner_id, key_${order}, id`);
    }
    for (const filter of ['status', 'kind', 'origin', 'person_id', 'issuer_id']) {
      await index(db, 'paged_bans', `of_${filter}`, `owner_id, key_${filter}, key_created_at, id`);
    }
    await sql`
      create index paged_bans_person on paged_bans (key_person_id) where key_person_id <> '';
      create index paged_bans_ends on paged_bans (((data->>'until')::bigint))
        where key_status = 'active' and (data->>'until') is not null
    `.execute(db);
    const audit = 'paged_ban_list_audit';
    await createPaged(db, audit, [
      'at bigint',
      'actor_id',
      'actor_name',
      'action',
      'things text[]',
    ]);
    await index(db, audit, 'at', 'owner_id, key_at, id');
    await index(db, audit, 'actor_name', 'owner_id, key_actor_name, id');
    await index(db, audit, 'action', 'owner_id, key_action, id');
    await index(db, audit, 'of_actor', 'owner_id, key_actor_id, key_at, id');
    await index(db, audit, 'of_action', 'owner_id, key_action, key_at, id');
    await sql`
      create index paged_ban_list_audit_things on paged_ban_list_audit using gin (key_things)
        with (fastupdate = off);
      create index paged_ban_list_audit_addresses on paged_ban_list_audit (key_at)
        where (data->>'address') is not null
    `.execute(db);
    await createRights(db);
  },
};

/** A table of pages; `keys`: the fields that are compared, with their types where they are not texts. */
async function createPaged(
  db: Kysely<unknown>,
  name: string,
  keys: readonly string[],
): Promise<void> {
  const columns = keys.map((key) => {
    const [field = '', type = 'text collate "C"'] = key.split(/ (.+)/);
    return `key_${field} ${type} not null`;
  });
  await sql`
    create table ${sql.table(name)} (
      owner_id char(24) not null,
      id text collate "C" primary key,
      data json not null,
      folded text not null,
      grams text[] not null,
      ${sql.raw(columns.join(', '))}
    );
    create index ${sql.ref(`${name}_grams`)} on ${sql.table(name)} using gin (grams)
  `.execute(db);
}

async function index(
  db: Kysely<unknown>,
  table: string,
  name: string,
  columns: string,
): Promise<void> {
  await sql`
    create index ${sql.ref(`${table}_${name}`)} on ${sql.table(table)} (${sql.raw(columns)})
  `.execute(db);
}

/**
 * A ban list is another thing to have rights on: its account has all of them, and roles bring theirs on what belongs to
 * their group. Staff who are let act on a group act on its lists, too.
 */
async function createRights(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop view rights;
    drop view supported;
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
        union all
        select 'banlist/' || b.id, 'banlist'
        from groups g join ban_lists b on b.owner = g.id
        where 'group/' || g.id = w.resource
        union all
        select 'banlist/' || b.id, 'banlist'
        from groups g join groups t on t.organization_id = g.id join ban_lists b on b.owner = t.id
        where 'group/' || g.id = w.resource
      ) x
      where w.until > (extract(epoch from clock_timestamp()) * 1000)::bigint
      group by x.resource, x.kind;

    create view rights as
      select g.subject, g.resource, g.permission, 'shared' as via,
        null::char(24) as role_id, g.since, null::bigint as until
      from grants g
      union all
      select b.owner, 'banlist/' || b.id, k.permission, 'shared', null::char(24), b.created_at, null
      from ban_lists b join known_permissions k on k.permission like 'banlist.%'
      where b.owner_kind = 'account'
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
      select h.account_id, 'banlist/' || b.id, h.permission, 'role', h.role_id, h.since, null
      from held_roles h join ban_lists b on b.owner = h.group_id
      where h.permission like 'banlist.%'
      union all
      select h.account_id, 'banlist/' || b.id, h.permission, 'role', h.role_id, h.since, null
      from held_roles h
      join groups g on g.organization_id = h.group_id
      join ban_lists b on b.owner = g.id
      where h.permission like 'banlist.%'
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
}
