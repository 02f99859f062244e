/** What becomes of bans by themselves: those whose time is over end, and once a day what is of no use goes. */
import { sql } from 'kysely';
import type { BanRow } from '../../domain/bans/row.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change, type Change } from '../change/change.ts';
import { tellPagedGone } from '../change/told-paged.ts';
import { holdPersons } from '../identity/persons.ts';
import type { Trx } from '../store/database.ts';
import { writeBan } from './ban.ts';
import { tellEvidenceGone } from './evidence.ts';
import { nameAhead, namedAtLast } from './known-later.ts';
import { auditBanList, tellBanList } from './list.ts';
import { removeBans } from './store.ts';

/** The jobs. */
export const END_BANS = 'end-bans';
export const CLEAN_BANS = 'clean-bans';

/** So many bans of a list end, or go, at once. */
const BATCH = 500;
/** What was revoked by mistake can be put into force again for so long, ms. */
const KEPT = 86_400_000;

type Deps = Pick<HostDeps, 'db' | 'publish' | 'secrets' | 'clock'>;

/** Ends the bans whose time is over. Nobody was kept out by them any more: this says so. */
export async function endBans(deps: Deps): Promise<void> {
  const now = deps.clock();
  const due = sql`
    select distinct owner_id as id from paged_bans
    where key_status = 'active' and (data->>'until') is not null
      and (data->>'until')::bigint <= ${now}::bigint
  `;
  for (const { id } of (await sql<{ id: string }>`${due}`.execute(deps.db)).rows) {
    for (let ended = BATCH; ended === BATCH;) {
      ended = await inList(deps, id, async (made) => {
        const bans = await take(
          made.trx,
          sql`owner_id = ${id} and key_status = 'active' and (data->>'until') is not null
            and (data->>'until')::bigint <= ${now}::bigint`,
        );
        for (const ban of bans) {
          await writeBan(made, ban, { ...ban, status: 'INACTIVE', changed_at: now });
        }
        return bans.length;
      });
    }
  }
}

/** Removes what is inactive, revoked or there twice from lists that do not keep it. */
export async function cleanBans(deps: Deps): Promise<void> {
  const lists = await deps.db
    .selectFrom('ban_lists')
    .select('id')
    .where('keep_inactive', '=', false)
    .where('deleting', 'is', null)
    .orderBy('id')
    .execute();
  const before = deps.clock() - KEPT;
  for (const { id } of lists) {
    const over = sql`owner_id = ${id} and key_status in ('inactive', 'revoked')
      and key_changed_at < ${before}`;
    const removed = (await cleanAll(deps, id, over)) + (await cleanAll(deps, id, twice(id)));
    if (removed === 0) continue;
    await change({ ...deps, now: deps.clock() }, async (made) => {
      auditBanList(made, id, 'clean', { detail: { removed } });
    });
  }
}

/** Of bans that name the same, the one that lasts longest stays; of those, the oldest. */
function twice(listId: string) {
  return sql`id in (
    select id from (
      select b.id, row_number() over (
        partition by named.keys
        order by (b.data->>'until')::bigint desc nulls first, b.key_created_at, b.id
      ) as place
      from (
        select ban_id, md5(string_agg(key, ',' order by key)) as keys
        from ban_keys where banlist_id = ${listId} group by ban_id
      ) named
      join paged_bans b on b.id = named.ban_id
      where b.key_status = 'active'
    ) placed where place > 1
  )`;
}

async function cleanAll(
  deps: Deps,
  listId: string,
  which: ReturnType<typeof sql>,
): Promise<number> {
  let removed = 0;
  for (let isAll = false; !isAll;) {
    const ahead = await nameAhead(deps.db, listId, which, true);
    isAll = ahead.last === null;
    const some = isAll ? which : sql`${which} and id <= ${ahead.last}`;
    for (let count = BATCH; count === BATCH;) {
      count = await inList(deps, listId, async (made) => {
        const bans = await namedAtLast(made.trx, listId, await take(made.trx, some), ahead);
        await removeBans(made.trx, listId, bans);
        if (bans.length > 0) await tellEvidenceGone(made, listId);
        await tellPagedGone(made, 'bans', bans);
        return bans.length;
      });
      removed += count;
    }
  }
  return removed;
}

/** Does something with some bans of a list, under its lock; answers of how many. */
function inList(
  deps: Deps,
  listId: string,
  work: (made: Change) => Promise<number>,
): Promise<number> {
  return change({ ...deps, now: deps.clock() }, async (made) => {
    await holdPersons(made.trx);
    await made.trx
      .selectFrom('ban_lists')
      .select('id')
      .where('id', '=', listId)
      .forUpdate()
      .executeTakeFirst();
    const count = await work(made);
    if (count > 0) await tellBanList(made, listId);
    return count;
  });
}

async function take(trx: Trx, which: ReturnType<typeof sql>): Promise<readonly BanRow[]> {
  const { rows } = await sql<{ data: unknown }>`
    select data from paged_bans where ${which} order by id limit ${BATCH}
  `.execute(trx);
  return rows.map(({ data }) => PAGED_ROW.bans.parse(data));
}
