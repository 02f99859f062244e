import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * A console took every command until now. Whoever had it keeps those that are not known by name; and whoever could
 * kick as well, and so was let throw people out, keeps bans. Who was given it so is told by `tellKeptGrants`.
 */
export const knownCommands: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      insert into grants (subject, resource, permission, granted_by, since)
      select held.subject, held.resource, kept.permission, null,
        floor(extract(epoch from clock_timestamp()) * 1000)
      from grants held
      cross join unnest(array[
        'server.action.console-raw', 'server.bans.add-temporary', 'server.bans.add-permanent',
        'server.bans.remove'
      ]) as kept (permission)
      where held.permission = 'server.action.console' and held.resource like 'server/%' and (
        kept.permission = 'server.action.console-raw' or exists (
          select from grants kicks
          where kicks.subject = held.subject and kicks.resource = held.resource
            and kicks.permission = 'server.action.kick'
        )
      )
      on conflict do nothing
    `.execute(db);
  },
};
