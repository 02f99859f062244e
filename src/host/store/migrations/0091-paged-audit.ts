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

/**
 * The audit of each server as people read it, page by page; what was done before is in it, too. Older hosts go on
 * meanwhile: no row refers to a server's, which would stop their ticks until all is written; and what they do after
 * the first look is left to the host, since from there on the ids of rows count by themselves.
 */
export const pagedAudit: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table paged_audit (
        server_id char(24) not null,
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
    `.execute(db);
    await fill(db as unknown as Trx);
    await sql`
      create index paged_audit_at on paged_audit (server_id, key_at, id);
      create index paged_audit_actor_name on paged_audit (server_id, key_actor_name, id);
      create index paged_audit_action on paged_audit (server_id, key_action, id);
      create index paged_audit_of_actor on paged_audit (server_id, key_actor_id, key_at, id)
        include (key_action);
      create index paged_audit_of_action on paged_audit (server_id, key_action, key_at, id)
        include (key_actor_id);
      create index paged_audit_things on paged_audit using gin (key_things) with (fastupdate = off);
      create index paged_audit_grams on paged_audit using gin (grams) with (fastupdate = off);
      analyze paged_audit;
    `.execute(db);
  },
};

async function fill(trx: Trx): Promise<void> {
  const { rows: newest } = await sql<{ id: number }>`
    select setval('paged_audit_ids', (select coalesce(max(id), 0) + 1 from audit)) - 1 as id
  `.execute(trx);
  const last = newest[0]?.id ?? 0;
  for (let after = 0; after < last;) {
    const { rows } = await sql<Kept>`
      select audit.id, audit.at, audit.actor, accounts.display_name as name,
        servers.id as server_id, audit.action, audit.detail
      from audit
      join servers on audit.resource = 'server/' || servers.id
      left join accounts on accounts.id = audit.actor
      where audit.id > ${after} and audit.id <= ${last} order by audit.id limit ${BATCH}
    `.execute(trx);
    await addPagedRows(trx, 'audit', rows.map(rowOf));
    after = rows.length < BATCH ? last : (rows.at(-1)?.id ?? last);
  }
}

function rowOf({ id, actor, name, detail: text, ...told }: Kept) {
  const row = {
    ...told,
    id: id.toString(16).padStart(24, '0'),
    detail: detail.parse(JSON.parse(text)),
  };
  return auditRow(row, actor === null ? null : { id: actor, name: name ?? '' });
}
