import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Buckets, the servers that use them, and entries. `bucket_keys` has what each entry finds somebody by, so that whoever
 * joins is looked up by an index; `bucket_rights` says who may do what with a bucket.
 */
export const buckets: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table buckets (
        id char(24) primary key,
        owner char(24) not null,
        owner_kind text not null check (owner_kind in ('account', 'team', 'organization')),
        type text not null,
        identifier text not null,
        created_at bigint not null
      );
      create index buckets_owner on buckets (owner);
      create index buckets_resource on buckets (('bucket/' || id));

      create table bucket_servers (
        bucket_id char(24) not null references buckets (id),
        server_id char(24) not null references servers (id) on delete cascade,
        since bigint not null,
        primary key (bucket_id, server_id)
      );
      create index bucket_servers_server on bucket_servers (server_id);

      create table bucket_keys (
        key text collate "C" not null,
        bucket_id char(24) not null,
        entry_id text collate "C" not null,
        primary key (key, bucket_id, entry_id)
      );
      create index bucket_keys_entry on bucket_keys (entry_id);

      create table removed_bucket_entries (
        id text collate "C" primary key,
        bucket_id char(24) not null,
        data json not null,
        keys text[] not null,
        removed_at bigint not null
      );
      create index removed_bucket_entries_at on removed_bucket_entries (removed_at);
    `.execute(db);
    const entries = 'paged_bucket_entries';
    await createPaged(db, entries, [
      'created_at bigint',
      'changed_at bigint',
      'name',
      'issuer_name',
      'person_id',
      'issuer_id',
    ]);
    for (const order of ['created_at', 'changed_at', 'name', 'issuer_name']) {
      await index(db, entries, order, `owner_id, key_${order}, id`);
    }
    await index(db, entries, 'of_person', 'owner_id, key_person_id, key_created_at, id');
    await index(db, entries, 'of_issuer', 'owner_id, key_issuer_id, key_created_at, id');
    await sql`
      create index paged_bucket_entries_person on paged_bucket_entries (key_person_id)
        where key_person_id <> '';
      create index paged_bucket_entries_ends on paged_bucket_entries
        (owner_id, ((data->>'until')::bigint)) where (data->>'until') is not null
    `.execute(db);
    const audit = 'paged_bucket_audit';
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
      create index paged_bucket_audit_things on paged_bucket_audit using gin (key_things)
        with (fastupdate = off);
      create index paged_bucket_audit_addresses on paged_bucket_audit (key_at)
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
 * Who may do what with a bucket: `src/domain/buckets/rights.ts` is the twin of this. Its account and whoever may change its
 * group may do everything; others what they may do on the servers that use it: see it on any of them, change it on all.
 */
async function createRights(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bucket_needs (
      type text not null,
      permission text not null,
      needed text not null,
      everywhere boolean not null,
      primary key (type, permission, needed)
    );
    insert into bucket_needs (type, permission, needed, everywhere) values
      ('WHITELIST', 'bucket.view', 'server.whitelist.view', false),
      ('WHITELIST', 'bucket.add', 'server.whitelist.add', true),
      ('WHITELIST', 'bucket.remove', 'server.whitelist.remove', true),
      ('QUEUE_PRIORITY', 'bucket.view', 'server.queue-priority.view', false),
      ('QUEUE_PRIORITY', 'bucket.add', 'server.queue-priority.add', true),
      ('QUEUE_PRIORITY', 'bucket.edit', 'server.queue-priority.edit', true),
      ('QUEUE_PRIORITY', 'bucket.remove', 'server.queue-priority.remove', true),
      ('RESERVED_SLOT', 'bucket.view', 'server.reserved-slots.add', false),
      ('RESERVED_SLOT', 'bucket.view', 'server.reserved-slots.remove', false),
      ('RESERVED_SLOT', 'bucket.add', 'server.reserved-slots.add', true),
      ('RESERVED_SLOT', 'bucket.remove', 'server.reserved-slots.remove', true);
    insert into bucket_needs (type, permission, needed, everywhere)
      select type, permission, 'server.modify.configuration', permission <> 'bucket.view'
      from unnest(array['NAME_FILTER', 'CHAT_FILTER']) as type
      cross join unnest(array['bucket.view', 'bucket.add', 'bucket.edit', 'bucket.remove']) as permission;

    create view bucket_rights as
      with every_permission as (
        select unnest(array[
          'bucket.view', 'bucket.modify', 'bucket.add', 'bucket.edit', 'bucket.remove'
        ]) as permission
      )
      select b.owner::text as subject, 'bucket/' || b.id as resource, e.permission, 'shared' as via,
        null::char(24) as role_id, b.created_at as since, null::bigint as until
      from buckets b cross join every_permission e
      where b.owner_kind = 'account'
      union all
      select r.subject::text, 'bucket/' || b.id, e.permission, r.via, r.role_id, r.since, r.until
      from buckets b
      join rights r on r.resource = 'group/' || b.owner and r.permission = b.owner_kind || '.modify'
      cross join every_permission e
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
}
