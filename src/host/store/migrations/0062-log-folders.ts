import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which folders of the host's machine an account may have logs read from. Those that were named stay. */
export const logFolders: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table log_folders (
        account_id char(24) not null references accounts (id) on delete cascade,
        path text not null,
        given_at bigint not null,
        by_upgrade boolean not null,
        primary key (account_id, path)
      );
      insert into log_folders
      select distinct owner, log_folder, (extract(epoch from now()) * 1000)::bigint, true
      from servers where log_folder is not null;
    `.execute(db);
  },
};
