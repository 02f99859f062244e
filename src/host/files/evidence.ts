/** What an account keeps beside the files of its servers. */
import { sql } from 'kysely';
import type { Database, Trx } from '../store/database.ts';

/** Bytes of the files that speak for bans of an account's lists, or of its groups' lists, and of the lists' banners. */
export async function evidenceOf(db: Database | Trx, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(e.bytes), 0)::bigint as bytes
    from ban_lists b left join groups g on g.id = b.owner
    join (
      select banlist_id, bytes from ban_evidence
      union all select banlist_id, bytes from ban_list_banners
    ) e on e.banlist_id = b.id
    where coalesce(g.owner, b.owner) = ${accountId}
  `.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** By whose storage the files of a list count. */
export async function accountOfList(trx: Trx, listId: string): Promise<string | null> {
  const list = await trx
    .selectFrom('ban_lists as b')
    .leftJoin('groups as g', 'g.id', 'b.owner')
    .select(({ fn }) => fn.coalesce('g.owner', 'b.owner').as('owner'))
    .where('b.id', '=', listId)
    .executeTakeFirst();
  return list?.owner ?? null;
}
