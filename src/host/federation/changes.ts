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
import { holdNoting, noteMore, type Noting } from './noting.ts';
import { shareOf, takesDigest } from './share.ts';

/** One change more than a page has says that there is another page. */
const ENOUGH = FEDERATION_LIMIT.page + 1;
/** What is gone is told for so long, ms; whoever did not ask since reads everything. */
const GONE_LASTS = 30 * 86_400_000;

/** The changes behind a number. */
export async function pull(
  deps: ServeDeps,
  asker: Asker,
  asked: z.output<typeof pullRequest>,
): Promise<z.input<typeof pullAnswer>> {
  // Where noting began between two locks, nothing is told until there is something.
  for (;;) {
    const answer = await pullOnce(deps, asker, asked);
    if (answer !== null) return answer;
  }
}

function pullOnce(
  deps: ServeDeps,
  asker: Asker,
  asked: z.output<typeof pullRequest>,
): Promise<z.input<typeof pullAnswer> | null> {
  return change({ ...deps, now: asker.now }, async (made) => {
    const { trx } = made;
    const holds = await holdNoting(trx, asked.share_id);
    const { share, list } = await shareOf(made, asked.share_id, asker);
    const { floor, ...before } = await holdHead(trx, list.id);
    if (before.noting !== null && !holds) return null;
    const anew = mustBeginAnew(asked, { epoch: share.epoch, head: before.head, floor });
    const after = anew ? 0 : asked.after;
    let { head, noting } = before;
    let behind = await countBehind(trx, list.id, after);
    do {
      if (noting !== null) noting = await noteMore(trx, list.id, noting);
      const numbered = await number(trx, list.id, ENOUGH - behind, asker.now);
      [head, behind] = [head + numbered, behind + numbered];
      // Whoever is told that there is more is told something.
    } while (behind === 0 && noting !== null);
    const found = await changesBehind(trx, list.id, after, share.addresses);
    const changes = found.slice(0, FEDERATION_LIMIT.page);
    const more = found.length > changes.length || (noting !== null && changes.length > 0);
    const compares =
      asked.digest && !more && noting === null && (await takesDigest(trx, share.id, asker.now));
    return {
      identifier: list.identifier,
      epoch: share.epoch,
      anew,
      head,
      changes,
      more,
      total: list.bans,
      digest: compares ? await digestOf(trx, list.id, share.addresses) : null,
    };
  });
}

/** How far a list is numbered and noted; nobody else numbers it until the transaction ends. */
async function holdHead(trx: Trx, listId: string) {
  const head = await trx
    .selectFrom('ban_change_heads')
    .select(['head', 'floor', 'noting_at', 'noting_id'])
    .where('banlist_id', '=', listId)
    .forUpdate()
    .executeTakeFirst();
  const { noting_at: at = null, noting_id: id = null } = head ?? {};
  const noting: Noting | null = at === null ? null : { at, id: id ?? '' };
  return { head: head?.head ?? 0, floor: head?.floor ?? 0, noting };
}

/** Changes that have their number already, as far as a page needs to know. */
async function countBehind(trx: Trx, listId: string, after: number): Promise<number> {
  const { rows } = await sql<{ behind: number }>`
    select count(*)::int as behind from (
      select from ban_changes where banlist_id = ${listId} and number > ${after}::bigint
      order by number limit ${ENOUGH}
    ) page
  `.execute(trx);
  return rows[0]?.behind ?? 0;
}

/**
 * Numbers what changed since somebody last asked, and no more than is read next; answers how many. What somebody is writing
 * at this moment is left for the next time. One index alone has this order, which begins with what has no number: with
 * another one a plan from a time of few rows reads past all that have theirs.
 */
export async function number(trx: Trx, listId: string, most: number, now: number): Promise<number> {
  if (most <= 0) return 0;
  const { rows } = await sql<{ id: string }>`
    select ban_id as id from ban_changes where banlist_id = ${listId} and number is null
    order by number, ban_id limit ${most} for update skip locked
  `.execute(trx);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  // To read all that there is may look cheaper than to find each of these, and takes as long as the list is large.
  await sql`set local enable_seqscan = off`.execute(trx);
  await sql`
    update ban_changes c set numbered_at = ${now}::bigint,
      number = h.head + array_position(${ids}::text[], c.ban_id)
    from ban_change_heads h
    where h.banlist_id = ${listId} and c.banlist_id = ${listId} and c.ban_id = any(${ids}::text[])
  `.execute(trx);
  await sql`set local enable_seqscan = on`.execute(trx);
  await sql`
    update ban_change_heads set head = head + ${ids.length}::int where banlist_id = ${listId}
  `.execute(trx);
  return ids.length;
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
