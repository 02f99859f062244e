/** Imports of a file, and what becomes of one that was a mistake: all that it added goes again, in parts. */
import { sql } from 'kysely';
import type { BanRow } from '../../domain/bans/row.ts';
import { mayRemove } from '../../domain/bans/rules.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { change } from '../change/change.ts';
import { tellPagedGone } from '../change/told-paged.ts';
import { holdPersons } from '../identity/persons.ts';
import type { Database, Trx } from '../store/database.ts';
import { deleteInBatches } from '../store/delete-in-batches.ts';
import { refuse, standing } from './ban.ts';
import { namedAtLast } from './known-later.ts';
import { askDoors, auditBanList, heldOn, lockBanList, tellBanList } from './list.ts';
import { removeBans } from './store.ts';

/** An import can be taken back for so long, ms. */
const LASTS = 30 * 86_400_000;

/** Keeps which bans an import has added; its list is locked. Throws where its id is another's. */
export async function keepImport(
  trx: Trx,
  { id, banlist_id, account_id, at }: ImportOf,
  bans: readonly string[],
): Promise<void> {
  const kept = await trx
    .insertInto('ban_imports')
    .values({ id, banlist_id, account_id, at, added: bans.length })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ added: sql`ban_imports.added + excluded.added` })
        .where('ban_imports.banlist_id', '=', banlist_id)
        .where('ban_imports.account_id', '=', account_id),
    )
    .returning('id')
    .executeTakeFirst();
  if (kept === undefined) throw noSuch('import');
  await sql`
    insert into ban_imported (ban_id, import_id) select ban, ${id} from unnest(${bans}::text[]) as b (ban)
  `.execute(trx);
}

interface ImportOf {
  readonly id: string;
  readonly banlist_id: string;
  readonly account_id: string;
  readonly at: number;
}

/** `GET banlist/:id/imports`: those that can be taken back, the newest first. */
export const banImports: Handler<'banImports'> = async ({ params }, { db, now }) => {
  const { rows } = await sql<{
    id: string;
    at: number;
    account_id: string;
    account_name: string;
    added: number;
    left: number;
  }>`
    select i.id, i.at, i.account_id, coalesce(a.display_name, '') as account_name, i.added,
      (select count(*)::int from ban_imported b where b.import_id = i.id) as left
    from ban_imports i left join accounts a on a.id = i.account_id
    where i.banlist_id = ${params.banlist_id} and i.at > ${now - LASTS}::bigint
      and exists (select from ban_imported b where b.import_id = i.id)
    order by i.at desc, i.id desc limit ${BAN_LIMIT.imports}
  `.execute(db);
  return { imports: rows };
};

/**
 * `POST banlist/:id/imports/:import/undo`: some at a time. What somebody has worked with since stays: it is not what the
 * import added any more.
 */
export const banImportUndo: Handler<'banImportUndo'> = async ({ params, body: _ }, context) => {
  const { banlist_id: listId, import_id } = params;
  const { account } = context;
  let counts = { removed: 0, kept: 0, left: 0 };
  await change(context, async (made) => {
    const { trx } = made;
    await holdPersons(trx);
    await lockBanList(trx, listId);
    const held = await heldOn(trx, listId, account.id);
    const found = await trx
      .selectFrom('ban_imports')
      .select('account_id')
      .where('id', '=', import_id)
      .where('banlist_id', '=', listId)
      .executeTakeFirst();
    if (found === undefined) throw noSuch('import');
    if (!mayRemove(held, { issuer_id: found.account_id }, account.id)) {
      refuse(held, 'banlist.remove');
    }
    const { bans: next, changed } = await nextOf(trx, listId, import_id);
    const bans = await namedAtLast(trx, listId, next);
    await removeBans(trx, listId, bans);
    await sql`delete from ban_imported where ban_id = any(${changed}::text[])`.execute(trx);
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from ban_imported where import_id = ${import_id}
    `.execute(trx);
    counts = { removed: bans.length, kept: changed.length, left: rows[0]?.left ?? 0 };
    if (bans.length + changed.length === 0) return;
    await tellPagedGone(made, 'bans', bans);
    auditBanList(made, listId, 'import-undo', { detail: { import: import_id, ...counts } });
    await tellBanList(made, listId);
    askDoors(made, [listId]);
  });
  return { ...(await standing(context, listId)), ...counts };
};

/** The next bans of an import, and those of them that somebody has worked with: their ids. */
async function nextOf(
  trx: Trx,
  listId: string,
  import_id: string,
): Promise<{ readonly bans: readonly BanRow[]; readonly changed: readonly string[] }> {
  const { rows } = await sql<{ id: string; data: unknown }>`
    select b.id, b.data from ban_imported i join paged_bans b on b.id = i.ban_id
    where i.import_id = ${import_id} order by i.ban_id limit ${BAN_LIMIT.atOnce}
  `.execute(trx);
  const ids = rows.map(({ id }) => id);
  const { rows: worked } = await sql<{ id: string }>`
    select distinct thing as id
    from paged_ban_list_audit a cross join lateral unnest(a.key_things) as t (thing)
    where a.owner_id = ${listId} and a.key_things && ${ids}::text[] and thing = any(${ids}::text[])
      and a.data->>'action' like 'bans.%' and a.data->>'action' <> 'bans.enforce'
    union select ban_id from ban_evidence where ban_id = any(${ids}::text[])
    union select ban_id from ban_reports where ban_id = any(${ids}::text[])
  `.execute(trx);
  const changed = new Set(worked.map(({ id }) => id));
  const bans = rows.flatMap(({ id, data }) =>
    changed.has(id) ? [] : [PAGED_ROW.bans.parse(data)],
  );
  return { bans, changed: [...changed] };
}

/** Forgets which bans were imported when: they are as all others from then on. */
export async function forgetImports(db: Database, now: number): Promise<void> {
  const old = sql`select id from ban_imports where at < ${now - LASTS}::bigint`;
  await deleteInBatches(db, 'ban_imported', sql`import_id in (${old})`);
  await deleteInBatches(db, 'ban_imports', sql`at < ${now - LASTS}::bigint`);
}
