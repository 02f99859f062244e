/**
 * Everything that a list has is a change to whoever begins to follow it. A large list is noted in parts, with the pages that are
 * asked for: what changes by then is noted by whoever writes it, so that a host that dies in between leaves nothing out.
 */
import { sql } from 'kysely';
import { FEDERATION_LIMIT } from '../../protocol/federation/limits.ts';
import type { Trx } from '../store/database.ts';

/** So many bans are looked at with a page: whoever reads what was noted before never waits for the rest. */
const NOTED = 2 * FEDERATION_LIMIT.page;

/** Begins to note a list that is locked, unless it is noted for somebody else: then nothing of it is missing. */
export async function beginNoting(trx: Trx, listId: string, share_id: string): Promise<void> {
  await sql`
    insert into ban_change_heads (banlist_id, head, floor, noting_at, noting_id)
    values (${listId}, 0, 0, -1, '')
    on conflict (banlist_id) do update set noting_at = -1, noting_id = ''
    where not exists (
      select from ban_list_shares s
      where s.banlist_id = ${listId} and s.key is not null and s.id <> ${share_id}
    )
  `.execute(trx);
}

/**
 * Where the list of a share is being noted: nobody else changes it until the transaction ends, since whoever does notes it, too.
 * Answers whether it is.
 */
export async function holdNoting(trx: Trx, share_id: string): Promise<boolean> {
  const { rows } = await sql`
    select id from ban_lists where id = (
      select h.banlist_id from ban_list_shares s join ban_change_heads h on h.banlist_id = s.banlist_id
      where s.id = ${share_id} and h.noting_at is not null
    ) for update
  `.execute(trx);
  return rows.length > 0;
}

/** Up to which ban a list is noted, by when it was made and its id. */
export interface Noting {
  readonly at: number;
  readonly id: string;
}

/** Notes the next bans of a list, which is held. What is noted already keeps its number. null: all of it is noted. */
export async function noteMore(
  trx: Trx,
  listId: string,
  { at, id }: Noting,
): Promise<Noting | null> {
  const { rows } = await sql<{ seen: number; at: number; id: string }>`
    with part as materialized (
      select id, key_created_at, key_status from paged_bans
      where owner_id = ${listId} and (key_created_at, id) > (${at}::bigint, ${id})
      order by key_created_at, id limit ${NOTED}
    ), noted as (
      insert into ban_changes (banlist_id, ban_id)
      select ${listId}, id from part where key_status = 'active' order by id
      on conflict do nothing
    )
    select count(*) over ()::int as seen, key_created_at as at, id from part
    order by key_created_at desc, id desc limit 1
  `.execute(trx);
  const [last] = rows;
  const next = last?.seen === NOTED ? last : null;
  await trx
    .updateTable('ban_change_heads')
    .set({ noting_at: next?.at ?? null, noting_id: next?.id ?? null })
    .where('banlist_id', '=', listId)
    .execute();
  return next;
}
