/** How the rows of shares and of remote lists are read, from their tables. */
import { sql } from 'kysely';
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { ToldRows } from '../change/told-rows.ts';
import { fingerprintOf } from './key.ts';

type Told<R extends 'banListShares' | 'banListRemotes'> = Omit<
  RowOf<R>,
  'server_id' | 'banlist_id'
>;

/** The links and followers of a list at other installations. */
export const SHARE_ROWS: ToldRows<'banListShares'> = {
  resource: 'banListShares',
  async read(trx, banlist_id, ids) {
    const { rows } = await sql<Told<'banListShares'>>`
      select id, addresses, created_at, until, since, origin, key, asked_at from ban_list_shares
      where banlist_id = ${banlist_id} and (${ids}::text[] is null or id = any(${ids}::text[]))
    `.execute(trx);
    return rows.map(({ key, ...row }) => ({
      ...row,
      key: key === null ? null : fingerprintOf(key),
      server_id: null,
      banlist_id,
    }));
  },
};

/** The lists of other installations that a list follows. */
export const REMOTE_ROWS: ToldRows<'banListRemotes'> = {
  resource: 'banListRemotes',
  async read(trx, banlist_id, ids) {
    const { rows } = await sql<Told<'banListRemotes'>>`
      select r.id, r.identifier, r.origin, r.addresses,
        case when r.ended is null then coalesce(b.bans, 0) else 0 end as bans,
        case when r.ended is null and r.checked_at is null then r.total end as total, r.since,
        case when r.ended is not null then 'ended' when r.cause is not null then 'failing'
          when r.checked_at is null then 'starting' else 'current' end as state,
        r.checked_at, r.failing_since, r.cause,
        case when r.cause is not null then r.due_at end as next_at, r.ended_at
      from remote_lists r left join ban_lists b on b.id = r.id
      where r.banlist_id = ${banlist_id} and r.ended is distinct from 'left'
        and (${ids}::text[] is null or r.id = any(${ids}::text[]))
    `.execute(trx);
    return rows.map((row) => ({ ...row, server_id: null, banlist_id }));
  },
};
