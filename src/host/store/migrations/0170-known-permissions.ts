import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Since when this database knows each permission of a server. Whoever set what an owner may do could not mean those that
 * came later: these are the ones that there have always been.
 */
export const knownPermissions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table known_permissions (permission text primary key, since bigint not null);
      insert into known_permissions (permission, since) select name, 0 from unnest(array[
        'server.view', 'server.view.feed', 'server.view.personal', 'server.view.console', 'server.view.audit',
        'server.notes.view', 'server.notes.edit', 'server.notes.remove',
        'server.action.kick', 'server.action.lock', 'server.action.console', 'server.action.shutdown',
        'server.action.message-private', 'server.action.message-public',
        'server.modify.settings', 'server.personnel', 'server.delete'
      ]) as name
    `.execute(db);
  },
};
