import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which bans an import of a file has added, for as long as it can be taken back. Imports of older hosts cannot. */
export const banImports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table ban_imports (
        id char(24) primary key,
        banlist_id char(24) not null references ban_lists (id) on delete cascade,
        account_id char(24) not null,
        at bigint not null,
        added int not null
      );
      create index ban_imports_list on ban_imports (banlist_id, at);
      create index ban_imports_at on ban_imports (at);
      create table ban_imported (
        ban_id text collate "C" primary key references paged_bans (id) on delete cascade,
        import_id char(24) not null references ban_imports (id) on delete cascade
      );
      create index ban_imported_import on ban_imported (import_id, ban_id)
    `.execute(db);
  },
};
