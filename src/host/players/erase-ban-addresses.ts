/** Addresses of somebody in bans of others: one that was made while both were taken for one person has those of both. */
import { sql } from 'kysely';
import { maskedAddress } from '../../domain/bans/address.ts';
import { keysOfBanned } from '../../domain/bans/keys.ts';
import type { BanRow } from '../../domain/bans/row.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { tellPaged } from '../change/told-paged.ts';
import { holdPersons } from '../identity/persons.ts';
import type { Trx } from '../store/database.ts';
import { replacePagedRow } from '../store/paged/rows.ts';
import { banKeysOf } from './erase-bans.ts';
import { isOfKey } from './whose.ts';

/**
 * Takes the addresses that these keys mean out of bans that go on to hold for others, unless those came from there, too: the
 * address is theirs as well. May run again.
 */
export async function eraseBanAddresses(
  context: ChangeContext,
  keys: readonly string[],
): Promise<void> {
  const own = new Set(keys.filter((key) => key.startsWith('net')));
  const { rows } = await sql<{ id: string; list: string }>`
    select distinct ban_id as id, banlist_id as list from ban_keys where key = any(${[...own]}::text[])
  `.execute(context.db);
  for (const { id, list } of rows) {
    await change(context, async (made) => {
      await holdPersons(made.trx);
      await sql`select from ban_lists where id = ${list} for update`.execute(made.trx);
      await takeOut(made, id, own);
    });
  }
}

async function takeOut(made: Change, ban: string, own: ReadonlySet<string>): Promise<void> {
  const { trx } = made;
  const { rows } = await sql<{ data: unknown; addresses: readonly string[] }>`
    select b.data, a.addresses from paged_bans b join ban_addresses a on a.ban_id = b.id
    where b.id = ${ban}
  `.execute(trx);
  const { data: row } = PAGED_ROW.bans.safeParse(rows[0]?.data);
  if (row === undefined) return;
  const others = new Set(await banKeysOf(trx, await idsIn(trx, ban)));
  const isTheirs = (address: string) =>
    keysOfAddresses([address]).every((key) => own.has(key) && !others.has(key));
  const given = rows[0]?.addresses ?? [];
  const theirs = given.filter(isTheirs);
  if (theirs.length === 0) return;
  const remote = await trx
    .updateTable('remote_bans')
    .set({ without_addresses: true })
    .where('ban_id', '=', ban)
    .returning('ban_id')
    .executeTakeFirst();
  // Which of them are left out cannot be kept, or it would be kept: told again, it comes without any.
  const left = remote === undefined ? given.filter((address) => !theirs.includes(address)) : [];
  const gone = given.filter((address) => !left.includes(address));
  await sql`
    delete from ban_keys where ban_id = ${ban} and key = any(${keysOfAddresses(gone)}::text[])
      and key <> all(${keysOfAddresses(left)}::text[])
  `.execute(trx);
  const of = trx.updateTable('ban_addresses').where('ban_id', '=', ban);
  if (left.length > 0) await of.set({ addresses: [...left] }).execute();
  else await trx.deleteFrom('ban_addresses').where('ban_id', '=', ban).execute();
  const [first] = left;
  const without: BanRow = {
    ...row,
    kind: first === undefined ? 'person' : row.kind,
    address: first === undefined ? null : maskedAddress(first),
  };
  await replacePagedRow(trx, 'bans', without);
  await tellPaged(made, 'bans', without, null);
}

/** Every id of those whom a ban finds by anything but an address. */
async function idsIn(trx: Trx, ban: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with found as (
      select substr(key, length('person ') + 1)::bpchar as id from ban_keys
      where ban_id = ${ban} and starts_with(key, 'person ')
      union
      select i.muster_id from ban_keys k join player_identities i on ${isOfKey}
      where k.ban_id = ${ban}
    )
    select id from found
    union
    select p.id from found f join persons one on one.id = f.id join persons p on p.person = one.person
  `.execute(trx);
  return rows.map(({ id }) => id);
}

function keysOfAddresses(addresses: readonly string[]): readonly string[] {
  return keysOfBanned({ people: [], identities: [], addresses });
}
