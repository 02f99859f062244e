/** What another installation told of a list is written: rows and how far it is read in one change, or nothing of it. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { maskedAddress, parsePattern } from '../../domain/bans/address.ts';
import type { BanRow } from '../../domain/bans/row.ts';
import type { Merged, Told } from '../../domain/federation/merge.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { sharedBan, type SharedBan } from '../../protocol/federation/wire.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { addBans, removeBans, type NewBan } from '../bans/store.ts';
import { identitiesOf, NOBODY } from '../bans/who.ts';
import type { Trx } from '../store/database.ts';

/** So many bans are removed at once. */
const BATCH = 1_000;
/** The number of a ban whose person was erased here, and that holds no more there: others begin at 1. */
const GONE = 0;

/** A list of another installation, as it is written. */
interface Target {
  readonly id: string;
  /** Addresses hold here, too. */
  readonly addresses: boolean;
}

/** A ban is known here by where it is from: told again, it is the same. */
export function localId(listId: string, remoteId: string): string {
  return createHash('sha256').update(`${listId} ${remoteId}`).digest('hex').slice(0, 24);
}

/** Writes bans of a list, which is locked. */
export async function applyMerged(
  trx: Trx,
  target: Target,
  { put, gone, reading, sweeps }: Merged<unknown>,
  now: number,
): Promise<void> {
  const told = [...put.map(({ id }) => id), ...gone];
  const erased = await erasedOf(trx, target.id, told);
  await remove(
    trx,
    target.id,
    told.map((id) => localId(target.id, id)),
  );
  const read = put.map((one) => ({ ...one, ...readBan(target, one, erased, now) }));
  await addBans(
    trx,
    target.id,
    read.flatMap(({ made }) => (made === null ? [] : [made])),
  );
  await sql`
    insert into remote_bans (ban_id, banlist_id, remote_id, number, pass, erased)
    select ban_id, ${target.id}, remote_id, number, ${reading.pass}::int, erased from unnest(
      ${read.map(({ id }) => localId(target.id, id))}::text[], ${read.map(({ id }) => id)}::text[],
      ${read.map(({ number }) => number)}::bigint[], ${read.map(({ id }) => erased.has(id))}::boolean[]
    ) as t (ban_id, remote_id, number, erased)
    on conflict (ban_id) do update set number = excluded.number, pass = excluded.pass
  `.execute(trx);
  if (sweeps) await sweep(trx, target.id, reading.pass);
}

/** What was not told in a pass over everything is gone there. */
async function sweep(trx: Trx, listId: string, pass: number): Promise<void> {
  for (let count = BATCH; count === BATCH;) {
    const { rows } = await sql<{ id: string }>`
      select ban_id as id from remote_bans
      where banlist_id = ${listId} and pass < ${pass} and number <> ${GONE}
      order by ban_id limit ${BATCH}
    `.execute(trx);
    await remove(
      trx,
      listId,
      rows.map(({ id }) => id),
    );
    count = rows.length;
  }
}

async function remove(trx: Trx, listId: string, ids: readonly string[]): Promise<void> {
  // Where it is put into force again there, it is known by this that it is nobody's here.
  await sql`
    update remote_bans set number = ${GONE} where ban_id = any(${ids}::text[]) and erased
  `.execute(trx);
  await sql`
    delete from remote_bans where ban_id = any(${ids}::text[]) and not erased
  `.execute(trx);
  const { rows } = await sql<{ data: unknown }>`
    select data from paged_bans where id = any(${ids}::text[]) and owner_id = ${listId}
  `.execute(trx);
  if (rows.length === 0) return;
  const bans = rows.map(({ data }): BanRow => PAGED_ROW.bans.parse(data));
  await removeBans(trx, listId, bans);
}

/** Of these, those whose person was erased here: they do not come back. */
async function erasedOf(
  trx: Trx,
  listId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select remote_id as id from remote_bans
    where banlist_id = ${listId} and erased and remote_id = any(${ids}::text[])
  `.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** A ban as it holds here; null: of nobody who can be known here. */
function readBan(
  { id: listId, addresses: takes }: Target,
  { id, ban }: Told<unknown>,
  erased: ReadonlySet<string>,
  now: number,
): { readonly made: NewBan | null } {
  const { data, success } = sharedBan.safeParse(ban);
  if (!success || erased.has(id)) return { made: null };
  const addresses = takes
    ? data.addresses.filter((address) => typeof parsePattern(address) !== 'string')
    : [];
  const names = { ...NOBODY, ...identityColumns(data) };
  const identities = identitiesOf(names);
  if (identities.length + addresses.length === 0) return { made: null };
  const [first] = addresses;
  const row: BanRow = {
    id: localId(listId, id),
    server_id: null,
    banlist_id: listId,
    ...names,
    kind: identities.length === 0 ? 'address' : first === undefined ? 'person' : 'hybrid',
    address: first === undefined ? null : maskedAddress(first),
    reason: data.reason,
    description: '',
    status: 'ACTIVE',
    origin: 'SYNCHRONIZED',
    created_at: data.created_at,
    until: data.until,
    issuer_id: null,
    issuer_name: '',
    changed_at: now,
  };
  return { made: { row, banned: { people: [], identities, addresses } } };
}

function identityColumns({ steam_id, guid, bohemia_id }: SharedBan) {
  return { steam_id: steam_id ?? null, guid: guid ?? null, bohemia_id: bohemia_id ?? null };
}

/** Of all that was told of a list, as the other side makes it. */
export async function digestOf(trx: Trx, listId: string): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(coalesce(string_agg(
      remote_id::text || ' ' || number, ',' order by remote_id::text collate "C"
    ), '')) as digest
    from remote_bans where banlist_id = ${listId} and number <> ${GONE}
  `.execute(trx);
  return rows[0]?.digest ?? '';
}

/** Whether a list would be larger than one may be. */
export async function isTooLarge(trx: Trx, listId: string): Promise<boolean> {
  const { entries } = await trx
    .selectFrom('ban_lists')
    .select('entries')
    .where('id', '=', listId)
    .executeTakeFirstOrThrow();
  return entries > BAN_LIMIT.bans;
}
