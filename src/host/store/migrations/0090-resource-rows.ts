import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Rows of every resource that is held whole, each as JSON by its own schema; and notes, which are for a server's
 * owner until they give them to others.
 */
export const resourceRows: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table resource_rows (
        resource text not null,
        server_id char(24) not null references servers (id) on delete cascade,
        id char(24) not null,
        order_key jsonb not null,
        data jsonb not null,
        removed_at bigint,
        primary key (resource, id)
      );
      create index resource_rows_in_order on resource_rows (resource, server_id, order_key, id)
        where removed_at is null;
      create index resource_rows_removed on resource_rows (removed_at) where removed_at is not null;
      insert into grants (subject, resource, permission, granted_by, since)
        select owned.subject, owned.resource, given.permission, null, owned.since
        from servers join grants owned
          on owned.subject = servers.owner and owned.resource = 'server/' || servers.id
          and owned.permission = 'server.view'
        cross join (
          values ('server.notes.view'), ('server.notes.edit'), ('server.notes.remove')
        ) as given (permission)
      on conflict do nothing;
    `.execute(db);
  },
};
