import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The audit of teams and of organizations, as whoever may change them reads it. */
export const groupAudit: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['paged_team_audit', 'paged_organization_audit']) {
      const table = sql.table(name);
      const index = (of: string) => sql.ref(`${name}_${of}`);
      await sql`
        create table ${table} (
          owner_id char(24) not null,
          id text collate "C" primary key,
          data json not null,
          folded text not null,
          grams text[] not null,
          key_at bigint not null,
          key_actor_id text collate "C" not null,
          key_actor_name text collate "C" not null,
          key_action text collate "C" not null,
          key_things text[] not null
        );
        create index ${index('at')} on ${table} (owner_id, key_at, id);
        create index ${index('actor_name')} on ${table} (owner_id, key_actor_name, id);
        create index ${index('action')} on ${table} (owner_id, key_action, id);
        create index ${index('of_actor')} on ${table} (owner_id, key_actor_id, key_at, id)
          include (key_action);
        create index ${index('of_action')} on ${table} (owner_id, key_action, key_at, id)
          include (key_actor_id);
        create index ${index('things')} on ${table} using gin (key_things) with (fastupdate = off);
        create index ${index('grams')} on ${table} using gin (grams) with (fastupdate = off);
        create index ${index('addresses')} on ${table} (key_at) where (data->>'address') is not null
      `.execute(db);
    }
  },
};
