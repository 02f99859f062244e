/** Bans as they are kept: a row of pages, what it finds somebody by, and the addresses as they were given. */
import { sql } from 'kysely';
import { keysOfBanned, type Banned } from '../../domain/bans/keys.ts';
import type { BanRow } from '../../domain/bans/row.ts';
import { keptText } from '../../domain/resources/kept-text.ts';
import { gramsOf } from '../../domain/resources/keys.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import type { Database, Trx } from '../store/database.ts';
import { databaseNow } from '../store/now.ts';
import { addPagedRows, replacePagedRow } from '../store/paged/rows.ts';

/** A ban that is not there yet. */
export interface NewBan {
  readonly row: BanRow;
  readonly banned: Banned;
}

/** Adds bans to one list, which is locked. */
export async function addBans(trx: Trx, listId: string, bans: readonly NewBan[]): Promise<void> {
  if (bans.length === 0) return;
  await addPagedRows(
    trx,
    'bans',
    bans.map(({ row }) => row),
    listId,
  );
  const keys = bans.flatMap(({ row, banned }) =>
    keysOfBanned(banned).map((key) => ({ key, ban: row.id })),
  );
  await sql`
    insert into ban_keys (key, banlist_id, ban_id)
    select key, ${listId}, ban from unnest(
      ${keys.map(({ key }) => key)}::text[], ${keys.map(({ ban }) => ban)}::text[]
    ) as k (key, ban)
  `.execute(trx);
  const given = bans.filter(({ banned }) => banned.addresses.length > 0);
  if (given.length > 0) {
    await trx
      .insertInto('ban_addresses')
      .values(given.map(({ row, banned }) => ({ ban_id: row.id, addresses: banned.addresses })))
      .execute();
  }
  await count(trx, listId, bans.filter(({ row }) => row.status === 'ACTIVE').length, bans.length);
}

/** Writes a ban as it is from now on; its list is locked. */
export async function replaceBan(trx: Trx, before: BanRow, row: BanRow): Promise<void> {
  await replacePagedRow(trx, 'bans', row);
  const more = Number(row.status === 'ACTIVE') - Number(before.status === 'ACTIVE');
  if (more !== 0) await count(trx, row.banlist_id, more, 0);
}

/** Removes bans of one list, which is locked. */
export async function removeBans(trx: Trx, listId: string, bans: readonly BanRow[]): Promise<void> {
  const ids = bans.map(({ id }) => id);
  await sql`delete from ban_addresses where ban_id = any(${ids}::text[])`.execute(trx);
  await sql`delete from ban_keys where ban_id = any(${ids}::text[])`.execute(trx);
  await sql`delete from paged_bans where id = any(${ids}::text[])`.execute(trx);
  await count(trx, listId, -bans.filter(({ status }) => status === 'ACTIVE').length, -ids.length);
}

async function count(trx: Trx, listId: string, bans: number, entries: number): Promise<void> {
  await sql`
    update ban_lists set bans = bans + ${bans}, entries = entries + ${entries} where id = ${listId}
  `.execute(trx);
}

/** A ban of a list; null where it has none of this id. */
export async function readBan(
  db: Database | Trx,
  listId: string,
  id: string,
): Promise<BanRow | null> {
  const { rows } = await sql<{ data: unknown }>`
    select data from paged_bans where id = ${id} and owner_id = ${listId}
  `.execute(db);
  return rows[0] === undefined ? null : PAGED_ROW.bans.parse(rows[0].data);
}

/** Whether a ban finds anybody: one does not any more whose person was erased. */
export async function findsAnybody(trx: Trx, id: string): Promise<boolean> {
  const key = await trx
    .selectFrom('ban_keys')
    .select('key')
    .where('ban_id', '=', id)
    .executeTakeFirst();
  return key !== undefined;
}

/** The addresses of a ban, as they were given. */
export async function addressesOf(db: Database | Trx, id: string): Promise<readonly string[]> {
  const row = await db
    .selectFrom('ban_addresses')
    .select('addresses')
    .where('ban_id', '=', id)
    .executeTakeFirst();
  return row?.addresses ?? [];
}

/** So many bans are looked at at once, and so often in one go: other work waits for it. */
const FILLED = { bans: 500, batches: 20 };
/** So long after all were filled in they are looked at once more, ms: a host of an older version may have written some. */
const AGAIN = 3_600_000;

/**
 * Has bans from before found by the keys of their names; goes on where another host ended. Answers whether there may be more to
 * do now.
 */
export async function fillBanNames(
  db: Database,
  { bans, batches }: typeof FILLED = FILLED,
): Promise<boolean> {
  for (let batch = 0; batch < batches; batch += 1) {
    if (!(await fillBatch(db, bans))) return false;
  }
  return true;
}

function fillBatch(db: Database, most: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const due = await sql<{ after: string; pass: number }>`
      select after, pass from ban_names_fill where due <= ${databaseNow} for update skip locked
    `.execute(trx);
    const [fill] = due.rows;
    if (fill === undefined) return false;
    const { rows } = await sql<{ id: string; data: unknown; folded: string }>`
      select id, data, folded from paged_bans where id > ${fill.after} order by id
      limit ${most} for update
    `.execute(trx);
    const last = rows.at(-1);
    if (last === undefined) {
      const end =
        fill.pass === 1
          ? sql`update ban_names_fill set after = '', pass = 2, due = ${databaseNow} + ${AGAIN}::bigint`
          : sql`delete from ban_names_fill`;
      await end.execute(trx);
      return false;
    }
    const found = rows.flatMap(({ id, data, folded: before }) => {
      const folded = keptText('bans', PAGED_ROW.bans.parse(data));
      return folded === before ? [] : [{ id, folded, grams: gramsOf(folded) }];
    });
    await sql`
      update paged_bans b set folded = f.folded, grams = f.grams
      from json_to_recordset(${JSON.stringify(found)}::json) as f (id text, folded text, grams text[])
      where b.id = f.id
    `.execute(trx);
    await sql`update ban_names_fill set after = ${last.id}`.execute(trx);
    return true;
  });
}
