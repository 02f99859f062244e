/** How the rows of ban lists are read, from their tables. */
import { sql } from 'kysely';
import { BAN_LIST_PERMISSION } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { banListResource } from '../access/grants.ts';
import type { ToldRows } from '../change/told-rows.ts';

const PREFIX = banListResource('');

/** Whether staff have verified the list `b`. */
export const IS_VERIFIED = sql<boolean>`exists (
  select from ban_list_verifications v where v.banlist_id = b.id and v.state = 'verified'
)`;

/** The ban lists that an account may do something with. */
export const BAN_LIST_ROWS: ToldRows<'banLists'> = {
  resource: 'banLists',
  async read(trx, accountId, ids) {
    const named = ids === null ? null : ids.map(banListResource);
    const { rows } = await sql<Omit<RowOf<'banLists'>, 'server_id'>>`
      with held as (
        select resource, array_agg(permission) as permissions from rights
        where subject = ${accountId} and resource like ${`${PREFIX}%`}
          and (${named}::text[] is null or resource = any(${named}::text[]))
        group by resource
      )
      select b.id, b.identifier, b.owner_kind, g.identifier as group,
        case when b.owner_kind = 'team' then b.owner end as team_id,
        case when b.owner_kind = 'organization' then b.owner end as organization_id,
        a.id as owner_id, a.display_name as owner_name, held.permissions, b.bans, b.entries,
        (select count(*)::int from ban_list_servers s where s.banlist_id = b.id) as servers,
        b.keep_inactive, b.is_public as public, b.evidence_public,
        b.allow_followers,
        coalesce((
          select state from ban_list_verifications v where v.banlist_id = b.id
        ), 'none') as verification,
        case when b.allow_followers and 'banlist.modify' = any(held.permissions)
          then b.share_code end as share_code,
        (select count(*)::int from ban_list_follows w where w.followed_id = b.id) as followers,
        case when 'banlist.list' = any(held.permissions) then (
          select count(*)::int from ban_reports p where p.banlist_id = b.id and p.state = 'open'
        ) else 0 end as reports,
        array(
          select followed_id from ban_list_follows w where w.banlist_id = b.id
          order by since, followed_id
        ) as follows,
        b.created_at, b.deleting
      from held
      join ban_lists b on ${PREFIX} || b.id = held.resource
      left join groups g on g.id = b.owner
      join accounts a on a.id = coalesce(g.owner, b.owner)
    `.execute(trx);
    return rows.map((row) => {
      const held: readonly string[] = row.permissions;
      const permissions = BAN_LIST_PERMISSION.filter((one) => held.includes(one));
      return { ...row, permissions, server_id: null };
    });
  },
};

/** The servers that obey a list. */
export const BAN_LIST_SERVER_ROWS: ToldRows<'banListServers'> = {
  resource: 'banListServers',
  async read(trx, banlist_id, ids) {
    const { rows } = await sql<Omit<RowOf<'banListServers'>, 'server_id' | 'banlist_id'>>`
      select s.id, s.identifier, s.game, o.is_primary as primary, o.since
      from ban_list_servers o join servers s on s.id = o.server_id
      where o.banlist_id = ${banlist_id} and (${ids}::text[] is null or s.id = any(${ids}::text[]))
    `.execute(trx);
    return rows.map((row) => ({ ...row, server_id: null, banlist_id }));
  },
};

/** The lists that one follows. */
export const BAN_LIST_FOLLOW_ROWS: ToldRows<'banListFollows'> = {
  resource: 'banListFollows',
  async read(trx, banlist_id, ids) {
    const { rows } = await sql<Omit<RowOf<'banListFollows'>, 'server_id' | 'banlist_id'>>`
      select b.id, b.identifier, a.id as owner_id, a.display_name as owner_name, b.is_public as public,
        ${IS_VERIFIED} as verified, b.bans, w.since
      from ban_list_follows w join ban_lists b on b.id = w.followed_id
      left join groups g on g.id = b.owner
      join accounts a on a.id = coalesce(g.owner, b.owner)
      where w.banlist_id = ${banlist_id} and (${ids}::text[] is null or b.id = any(${ids}::text[]))
    `.execute(trx);
    return rows.map((row) => ({ ...row, server_id: null, banlist_id }));
  },
};

/** The lists that a server obeys. */
export const SERVER_BAN_LIST_ROWS: ToldRows<'serverBanLists'> = {
  resource: 'serverBanLists',
  async read(trx, server_id, ids) {
    const { rows } = await sql<Omit<RowOf<'serverBanLists'>, 'server_id'>>`
      select b.id, b.identifier, o.is_primary as primary, b.bans, o.since,
        array(
          select f.identifier from ban_list_follows w join ban_lists f on f.id = w.followed_id
          where w.banlist_id = b.id and f.deleting is null order by w.since, f.id
        ) as follows
      from ban_list_servers o join ban_lists b on b.id = o.banlist_id
      where o.server_id = ${server_id} and (${ids}::text[] is null or b.id = any(${ids}::text[]))
    `.execute(trx);
    return rows.map((row) => ({ ...row, server_id }));
  },
};
