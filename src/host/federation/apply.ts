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
import type { Secrets } from '../store/secrets/secrets.ts';
import { GONE, keepGone } from './gone.ts';

/** So many bans are removed at once, and so many with one page: nobody waits for the end of a list that has emptied. */
const BATCH = 1_000;
const SWEPT = 5 * BATCH;

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

/** With what a page is written. */
export interface Applies {
  readonly trx: Trx;
  readonly secrets: Pick<Secrets, 'macKey'>;
  readonly now: number;
}

/** Writes bans of a list, which is locked. Answers whether more is gone than went with this page. */
export async function applyMerged(
  applies: Applies,
  target: Target,
  { put, gone, reading, sweeps }: Merged<unknown>,
): Promise<boolean> {
  const { trx, now } = applies;
  const heldBack = await heldBackOf(
    trx,
    target.id,
    put.map(({ id }) => id),
  );
  const localIds = (ids: readonly string[]) => ids.map((id) => localId(target.id, id));
  await forget(applies, target.id, localIds(gone));
  await remove(trx, target.id, localIds(put.map(({ id }) => id)));
  const read = put.map((one) => ({ ...one, ...readBan(target, one, heldBack.get(one.id), now) }));
  await addBans(
    trx,
    target.id,
    read.flatMap(({ made }) => (made === null ? [] : [made])),
  );
  await sql`
    insert into remote_bans (ban_id, banlist_id, remote_id, number, pass)
    select ban_id, ${target.id}, remote_id, number, ${reading.pass}::int from unnest(
      ${read.map(({ id }) => localId(target.id, id))}::text[], ${read.map(({ id }) => id)}::text[],
      ${read.map(({ number }) => number)}::bigint[]
    ) as t (ban_id, remote_id, number)
    on conflict (ban_id) do update set number = excluded.number, pass = excluded.pass,
      known_by = null, gone_at = null
  `.execute(trx);
  return sweeps && (await sweep(applies, target.id, reading.pass));
}

/** What was not told in a pass over everything is gone there. Answers whether there is more of it. */
async function sweep(applies: Applies, listId: string, pass: number): Promise<boolean> {
  for (let swept = 0; swept < SWEPT; swept += BATCH) {
    const { rows } = await sql<{ id: string }>`
      select ban_id as id from remote_bans
      where banlist_id = ${listId} and pass < ${pass} and number <> ${GONE}
      order by ban_id limit ${BATCH}
    `.execute(applies.trx);
    await forget(
      applies,
      listId,
      rows.map(({ id }) => id),
    );
    if (rows.length < BATCH) return false;
  }
  return true;
}

/** These hold no more. */
async function forget(
  { trx, secrets, now }: Applies,
  listId: string,
  ids: readonly string[],
): Promise<void> {
  await keepGone(trx, secrets, ids, now);
  await remove(trx, listId, ids);
}

async function remove(trx: Trx, listId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ data: unknown }>`
    select data from paged_bans where id = any(${ids}::text[]) and owner_id = ${listId}
  `.execute(trx);
  if (rows.length === 0) return;
  const bans = rows.map(({ data }): BanRow => PAGED_ROW.bans.parse(data));
  await removeBans(trx, listId, bans);
}

/** What may not come back of a ban, since somebody was erased here. */
interface HeldBack {
  readonly erased: boolean;
  readonly without_addresses: boolean;
}

async function heldBackOf(
  trx: Trx,
  listId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HeldBack>> {
  const { rows } = await sql<HeldBack & { id: string }>`
    select remote_id as id, erased, without_addresses from remote_bans
    where banlist_id = ${listId} and (erased or without_addresses)
      and remote_id = any(${ids}::text[])
  `.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A ban as it holds here; null: of nobody who can be known here. */
function readBan(
  { id: listId, addresses: takes }: Target,
  { id, ban }: Told<unknown>,
  heldBack: HeldBack | undefined,
  now: number,
): { readonly made: NewBan | null } {
  const { data, success } = sharedBan.safeParse(ban);
  if (!success || heldBack?.erased === true) return { made: null };
  const addresses =
    takes && heldBack?.without_addresses !== true
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
