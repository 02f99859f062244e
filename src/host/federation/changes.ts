/**
 * What changed of a shared list, in an order. Whoever writes notes which ban changed, and nothing else; numbers are given
 * here, one reader at a time, to what is committed: so there is none that comes later than a higher one.
 */
import { sql } from 'kysely';
import type { z } from 'zod';
import { mustBeginAnew } from '../../domain/federation/merge.ts';
import { FEDERATION_LIMIT } from '../../protocol/federation/limits.ts';
import type { pullAnswer, pullRequest, SharedBan } from '../../protocol/federation/wire.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { change } from '../change/change.ts';
import type { Database, Trx } from '../store/database.ts';
import type { Asker, ServeDeps } from './asker.ts';
import { shareOf, takesDigest } from './share.ts';

/** So many changes are numbered at once. */
const NUMBERED = 4 * FEDERATION_LIMIT.page;
/** What is gone is told for so long, ms; whoever did not ask since reads everything. */
const GONE_LASTS = 30 * 86_400_000;

/** The changes behind a number. */
export function pull(
  deps: ServeDeps,
  asker: Asker,
  asked: z.output<typeof pullRequest>,
): Promise<z.input<typeof pullAnswer>> {
  return change({ ...deps, now: asker.now }, async (made) => {
    const { trx } = made;
    const { share, list } = await shareOf(made, asked.share_id, asker);
    const { head, floor, more: waiting } = await number(trx, list.id, asker.now);
    const anew = mustBeginAnew(asked, { epoch: share.epoch, head, floor });
    const after = anew ? 0 : asked.after;
    const found = await changesBehind(trx, list.id, after, share.addresses);
    const changes = found.slice(0, FEDERATION_LIMIT.page);
    const more = waiting || found.length > changes.length;
    const compares = asked.digest && !more && (await takesDigest(trx, share.id, asker.now));
    return {
      identifier: list.identifier,
      epoch: share.epoch,
      anew,
      head,
      changes,
      more,
      digest: compares ? await digestOf(trx, list.id, share.addresses) : null,
    };
  });
}

/** Numbers what changed since somebody last asked. What somebody is writing at this moment is left for the next time. */
async function number(trx: Trx, listId: string, now: number) {
  await sql`select from ban_change_heads where banlist_id = ${listId} for update`.execute(trx);
  const { rows } = await sql<{ head: number; floor: number; numbered: number }>`
    with due as (
      select ban_id from ban_changes where banlist_id = ${listId} and number is null
      order by ban_id limit ${NUMBERED} for update skip locked
    ), placed as (
      select ban_id, row_number() over (order by ban_id) as place from due
    ), numbered as (
      update ban_changes c set number = h.head + p.place, numbered_at = ${now}::bigint
      from placed p, ban_change_heads h
      where c.banlist_id = ${listId} and c.ban_id = p.ban_id and h.banlist_id = ${listId}
      returning c.number
    )
    update ban_change_heads set head = head + (select count(*) from numbered)
    where banlist_id = ${listId}
    returning head, floor, (select count(*)::int from numbered) as numbered
  `.execute(trx);
  const { head = 0, floor = 0, numbered = 0 } = rows[0] ?? {};
  return { head, floor, more: numbered === NUMBERED };
}

/** Whether a ban holds and names somebody whom another installation can know. */
const SHARED = (addresses: boolean) => sql<boolean>`(
  b.key_status = 'active' and (
    b.data->>'steam_id' is not null or b.data->>'guid' is not null
    or b.data->>'bohemia_id' is not null or (${addresses} and a.ban_id is not null)
  )
)`;

/** The page is found by its index before anything is joined to it: how long it takes does not depend on what is left. */
async function changesBehind(trx: Trx, listId: string, after: number, addresses: boolean) {
  const { rows } = await sql<{
    id: string;
    number: number;
    data: unknown;
    addresses: string[] | null;
  }>`
    with page as materialized (
      select ban_id, number from ban_changes
      where banlist_id = ${listId} and number > ${after}::bigint
      order by number limit ${FEDERATION_LIMIT.page + 1}
    )
    select c.ban_id as id, c.number, case when ${SHARED(addresses)} then b.data end as data,
      a.addresses
    from page c
    left join paged_bans b on b.id = c.ban_id and b.owner_id = ${listId}
    left join ban_addresses a on a.ban_id = c.ban_id
    order by c.number
  `.execute(trx);
  return rows.map(({ id, number, data, addresses: given }) => ({
    id,
    number,
    ban: data === null ? null : asShared(data, addresses ? (given ?? []) : []),
  }));
}

function asShared(data: unknown, addresses: readonly string[]): SharedBan {
  const { steam_id, guid, bohemia_id, reason, created_at, until } = PAGED_ROW.bans.parse(data);
  return {
    ...(steam_id !== null && { steam_id }),
    ...(guid !== null && { guid }),
    ...(bohemia_id !== null && { bohemia_id }),
    addresses: [...addresses],
    reason,
    created_at,
    until,
  };
}

/** Of all that is shared, by ids and numbers; null: something changes at this moment. */
async function digestOf(trx: Trx, listId: string, addresses: boolean): Promise<string | null> {
  const { rows } = await sql<{ digest: string | null }>`
    select case when count(*) filter (where c.number is null) = 0 then md5(coalesce(
      string_agg(c.ban_id || ' ' || c.number, ',' order by c.ban_id) filter (where ${SHARED(addresses)}), ''
    )) end as digest
    from ban_changes c
    left join paged_bans b on b.id = c.ban_id and b.owner_id = c.banlist_id
    left join ban_addresses a on a.ban_id = c.ban_id
    where c.banlist_id = ${listId}
  `.execute(trx);
  return rows[0]?.digest ?? null;
}

/** Forgets what nobody has to be told any more: what is gone for long, and changes of lists that nobody follows. */
export async function pruneChanges(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('ban_list_shares')
    .where('key', 'is', null)
    .where('until', '<', now)
    .execute();
  await sql`
    delete from ban_changes c where not exists (
      select from ban_list_shares s where s.banlist_id = c.banlist_id
    )
  `.execute(db);
  const heads = await db.selectFrom('ban_change_heads').select('banlist_id').execute();
  for (const { banlist_id } of heads) await forgetGone(db, banlist_id, now);
}

/** One list after the other: whoever reads one waits for no other. */
function forgetGone(db: Database, listId: string, now: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`select from ban_change_heads where banlist_id = ${listId} for update`.execute(trx);
    await sql`
      with gone as (
        delete from ban_changes c
        where c.banlist_id = ${listId} and c.numbered_at < ${now - GONE_LASTS}::bigint
          and not exists (select from paged_bans b where b.id = c.ban_id and b.owner_id = c.banlist_id)
        returning c.number
      )
      update ban_change_heads set floor = greatest(floor, (select max(number) from gone))
      where banlist_id = ${listId} and exists (select from gone)
    `.execute(trx);
  });
}
