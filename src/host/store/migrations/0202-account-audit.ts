import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { z } from 'zod';
import { auditRow } from '../../../domain/audit/row.ts';
import { addPagedRows, OF_HOST } from '../paged/rows.ts';
import type { Trx } from '../database.ts';

const BATCH = 1_000;
const detail = z.record(z.string(), z.unknown());

interface Kept {
  readonly id: number;
  readonly at: number;
  readonly actor: string | null;
  readonly actor_name: string | null;
  readonly kind: string;
  readonly of: string | null;
  readonly about: string | null;
  readonly about_name: string | null;
  readonly action: string;
  readonly detail: string;
}

/**
 * The audit of accounts and the host as people read it: for each account its own, and for whoever operates the host
 * all of it. What was done before is in it, too, but without the addresses, which nobody kept.
 */
export const accountAudit: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['activity', 'oversight']) {
      const table = `paged_${name}`;
      await sql`
        create table ${sql.table(table)} (
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
        )
      `.execute(db);
    }
    await fill(db as unknown as Trx);
    for (const name of ['activity', 'oversight']) {
      const table = sql.table(`paged_${name}`);
      const index = (of: string) => sql.ref(`paged_${name}_${of}`);
      await sql`
        create index ${index('at')} on ${table} (owner_id, key_at, id);
        create index ${index('actor_name')} on ${table} (owner_id, key_actor_name, id);
        create index ${index('action')} on ${table} (owner_id, key_action, id);
        create index ${index('of_actor')} on ${table} (owner_id, key_actor_id, key_at, id)
          include (key_action);
        create index ${index('of_action')} on ${table} (owner_id, key_action, key_at, id)
          include (key_actor_id);
        create index ${index('things')} on ${table} using gin (key_things) with (fastupdate = off);
        create index ${index('grams')} on ${table} using gin (grams) with (fastupdate = off);
        create index ${index('addresses')} on ${table} (key_at) where (data->>'address') is not null;
        analyze ${table};
      `.execute(db);
    }
  },
};

async function fill(trx: Trx): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<Kept>`
      select a.id, a.at, a.actor, by.display_name as actor_name, a.kind, a.of,
        whom.id as about, whom.display_name as about_name, a.action, a.detail
      from (
        select *, split_part(resource, '/', 1) as kind,
          nullif(split_part(resource, '/', 2), '') as of
        from audit where resource not like 'server/%' and id > ${after} order by id limit ${BATCH}
      ) a
      left join accounts by on by.id = a.actor
      left join accounts whom on whom.id = coalesce(
        a.detail::json->>'subject', case when a.kind = 'account' then a.of end
      )
      order by a.id
    `.execute(trx);
    for (const row of rows) await keep(trx, row);
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? after;
  }
}

async function keep(trx: Trx, row: Kept): Promise<void> {
  const { at, action, actor, about, kind, of } = row;
  const entryOf = (id: string) =>
    auditRow(
      { id, server_id: null, at, action, detail: detail.parse(JSON.parse(row.detail)) },
      actor === null ? null : { id: actor, name: row.actor_name ?? '' },
      about === null || about === actor
        ? {}
        : { target: { id: about, name: row.about_name ?? '' } },
      of === null ? [] : [of],
    );
  await addPagedRows(trx, 'oversight', [entryOf(await nextId(trx))], OF_HOST);
  const owners = new Set([kind === 'account' ? of : null, about, actor]);
  for (const owner of owners) {
    if (owner !== null) await addPagedRows(trx, 'activity', [entryOf(await nextId(trx))], owner);
  }
}

async function nextId(trx: Trx): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select lpad(to_hex(nextval('paged_audit_ids')), 24, '0') as id
  `.execute(trx);
  return rows[0]?.id ?? '';
}
