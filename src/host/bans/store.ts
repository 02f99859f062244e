/** Bans as they are kept: a row of pages, what it finds somebody by, and the addresses as they were given. */
import { sql } from 'kysely';
import { keysOfBanned, type Banned } from '../../domain/bans/keys.ts';
import type { BanRow } from '../../domain/bans/row.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import type { Database, Trx } from '../store/database.ts';
import { fillPagedNames, type FillPart } from '../store/paged/fill-names.ts';
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

/** Has bans from before found by the keys of their names. Answers whether there may be more to do now. */
export function fillBanNames(db: Database, part?: FillPart): Promise<boolean> {
  return fillPagedNames(db, { resource: 'bans', after: 'ban_names_fill' }, part);
}
