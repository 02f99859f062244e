/** What bans know of a person: they find nobody by it any more. */
import { sql } from 'kysely';
import { keysOfBanned, type Identity } from '../../domain/bans/keys.ts';
import type { BanRow } from '../../domain/bans/row.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { banListResource } from '../access/grants.ts';
import { nameLater } from '../audit/name-later.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { accountOfList } from '../files/evidence.ts';
import { STORAGE_ROWS } from '../files/rows.ts';
import type { Database, Trx } from '../store/database.ts';
import { replacePagedRow } from '../store/paged/rows.ts';

/** By what bans find a person: read before who they are is forgotten. */
export async function banKeysOf(
  db: Database | Trx,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { rows: identities } = await sql<Identity>`
    select kind, value from player_identities where muster_id = any(${ids}::bpchar[])
  `.execute(db);
  const { rows: seen } = await sql<{ ip: string }>`
    select distinct ip from play_sessions
    where muster_id = any(${ids}::bpchar[]) and ip is not null
  `.execute(db);
  return keysOfBanned({ people: ids, identities, addresses: seen.map(({ ip }) => ip) });
}

/** So many reports are read at once. */
const BATCH = 500;

/**
 * Bans that find them by any of it, or are about them, find nobody from now on: they are over, and are about them, so that
 * the rows are emptied with all others. A ban of more addresses than theirs stays.
 */
export async function eraseBans(
  context: ChangeContext,
  id: string,
  ids: readonly string[],
  keys: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select k.ban_id as id from ban_keys k
    where k.key = any(${keys}::text[]) and (
      not starts_with(k.key, 'net')
      or not exists (
        select from ban_keys o where o.ban_id = k.ban_id and o.key <> all(${keys}::text[])
      )
    )
    union select id from paged_bans where key_person_id = any(${ids}::text[])
  `.execute(context.db);
  for (const { id: ban } of rows) {
    await change(context, async (made) => {
      const { trx } = made;
      const { rows: kept } = await sql<{ data: unknown }>`
        select b.data from paged_bans b join ban_lists l on l.id = b.owner_id
        where b.id = ${ban} for update of l
      `.execute(trx);
      const { data: row } = PAGED_ROW.bans.safeParse(kept[0]?.data);
      if (row === undefined) return;
      await trx.deleteFrom('ban_keys').where('ban_id', '=', ban).execute();
      await trx.deleteFrom('ban_evidence').where('ban_id', '=', ban).execute();
      await trx.deleteFrom('ban_addresses').where('ban_id', '=', ban).execute();
      await trx
        .updateTable('remote_bans')
        .set({ erased: true })
        .where('ban_id', '=', ban)
        .execute();
      await trx.deleteFrom('ban_reports').where('ban_id', '=', ban).execute();
      const over: BanRow = { ...row, person_id: row.person_id ?? id, status: 'INACTIVE' };
      await replacePagedRow(trx, 'bans', over);
      await nameLater(trx, {
        things: new Map([[ban, id]]),
        stream: resourceStream('bans', row.banlist_id),
      });
      if (row.status !== 'ACTIVE') return;
      await sql`update ban_lists set bans = bans - 1 where id = ${row.banlist_id}`.execute(trx);
      // What games keep of it themselves goes, too.
      made.notify({ kind: 'bans-changed', list: row.banlist_id });
    });
  }
}

/** What they said against bans goes, and what others said that tells of them, or were answered. */
export async function eraseReports(
  db: Database,
  ids: readonly string[],
  tells: (value: unknown) => boolean,
): Promise<void> {
  await db.deleteFrom('ban_reports').where('reporter_id', 'in', ids).execute();
  const said = db.selectFrom('ban_reports').select(['id', 'reason', 'answer']);
  for (let after = ''; ;) {
    const rows = await said.where('id', '>', after).orderBy('id').limit(BATCH).execute();
    const telling = rows.filter(({ reason, answer }) => tells(reason) || tells(answer));
    for (const { id } of telling) await db.deleteFrom('ban_reports').where('id', '=', id).execute();
    after = rows.at(-1)?.id ?? '';
    if (rows.length < BATCH) return;
  }
}

/** What lists say of themselves, or staff of them, where it tells of somebody: their keepers write it anew. */
export async function eraseProfiles(
  context: ChangeContext,
  tells: (value: unknown) => boolean,
): Promise<void> {
  const { db } = context;
  const reasons = await db
    .selectFrom('ban_list_verifications')
    .select(['banlist_id', 'reason'])
    .where('reason', '<>', '')
    .execute();
  for (const { banlist_id, reason } of reasons) {
    if (!tells(reason)) continue;
    const of = db.updateTable('ban_list_verifications').where('banlist_id', '=', banlist_id);
    await of.set({ reason: '' }).execute();
  }
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('ban_list_profiles')
      .selectAll()
      .where('banlist_id', '>', after)
      .orderBy('banlist_id')
      .limit(BATCH)
      .execute();
    for (const { banlist_id, ...said } of rows) {
      if (!Object.values(said).some(tells)) continue;
      await change(context, (made) => eraseProfile(made, banlist_id));
    }
    after = rows.at(-1)?.banlist_id ?? '';
    if (rows.length < BATCH) return;
  }
}

/** Without a profile nothing is verified, nor asked to be. */
async function eraseProfile(made: Change, listId: string): Promise<void> {
  const { trx } = made;
  // As whoever decides about the list: nothing is verified meanwhile.
  await sql`select from ban_lists where id = ${listId} for update`.execute(trx);
  await trx.deleteFrom('ban_list_profiles').where('banlist_id', '=', listId).execute();
  // A picture can tell of whoever the texts beside it told of.
  await trx.deleteFrom('ban_list_banners').where('banlist_id', '=', listId).execute();
  const owner = await accountOfList(trx, listId);
  if (owner !== null) made.tellRows(STORAGE_ROWS, owner, [owner]);
  const ended = await trx
    .updateTable('ban_list_verifications')
    .set({ state: 'none' })
    .where('banlist_id', '=', listId)
    .where('state', 'in', ['in-review', 'verified'])
    .returning('banlist_id')
    .executeTakeFirst();
  if (ended !== undefined) {
    made.audit({ resource: banListResource(listId), action: 'banlists.verify-end' });
  }
}
