import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { z } from 'zod';
import { auditRow } from '../../../domain/audit/row.ts';
import { addPagedRows } from '../paged/rows.ts';
import type { Trx } from '../database.ts';

const BATCH = 1_000;
const detail = z.record(z.string(), z.unknown());

interface Kept {
  readonly id: number;
  readonly at: number;
  readonly actor: string | null;
  readonly name: string | null;
  readonly server_id: string;
  readonly action: string;
  readonly detail: string;
}

/** The audit of each server as people read it, page by page; what was done before is in it, too. */
export const pagedAudit: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table paged_audit (
        server_id char(24) not null references servers (id) on delete cascade,
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
      create sequence paged_audit_ids;
      select setval('paged_audit_ids', (select coalesce(max(id), 0) + 1 from audit));
      create index paged_audit_at on paged_audit (server_id, key_at, id);
      create index paged_audit_actor_name on paged_audit (server_id, key_actor_name, id);
      create index paged_audit_action on paged_audit (server_id, key_action, id);
      create index paged_audit_of_actor on paged_audit (server_id, key_actor_id, key_at, id)
        include (key_action);
      create index paged_audit_of_action on paged_audit (server_id, key_action, key_at, id)
        include (key_actor_id);
      create index paged_audit_things on paged_audit using gin (key_things);
      create index paged_audit_grams on paged_audit using gin (grams);
    `.execute(db);
    for (let after = 0; ;) {
      const { rows } = await sql<Kept>`
        select audit.id, audit.at, audit.actor, accounts.display_name as name,
          servers.id as server_id, audit.action, audit.detail
        from audit
        join servers on audit.resource = 'server/' || servers.id
        left join accounts on accounts.id = audit.actor
        where audit.id > ${after} order by audit.id limit ${BATCH}
      `.execute(db);
      await addPagedRows(db as unknown as Trx, 'audit', rows.map(rowOf));
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH) break;
      after = last.id;
    }
    await sql`analyze paged_audit`.execute(db);
  },
};

function rowOf({ id, actor, name, detail: text, ...told }: Kept) {
  const row = {
    ...told,
    id: id.toString(16).padStart(24, '0'),
    detail: detail.parse(JSON.parse(text)),
  };
  return auditRow(row, actor === null ? null : { id: actor, name: name ?? '' });
}
