/** How the rows of teams and organizations are read, from their tables. */
import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { GROUP_LIMIT, type GroupKind } from '../../protocol/groups/limits.ts';
import {
  ORGANIZATION_ROLE_PERMISSION,
  TEAM_ROLE_PERMISSION,
  type RolePermission,
} from '../../protocol/permissions.ts';
import type { RowOf, ScopedName } from '../../protocol/resources/registry.ts';
import { groupResource } from '../access/grants.ts';
import type { ToldRows } from '../change/told-rows.ts';
import type { Trx } from '../store/database.ts';

const COUNTS = sql`
  (select count(*)::int from group_members m where m.group_id = g.id) as members,
  (select count(*)::int from group_roles r where r.group_id = g.id) as roles,
  (select count(*)::int from servers s where s.owner = g.id) as servers
`;

/** What an account sees of each group of a kind that it belongs to, or may do something with. */
function seenRows<R extends 'teams' | 'organizations'>(resource: R, kind: GroupKind): ToldRows<R> {
  const more =
    kind === 'team'
      ? sql`g.organization_id, (select o.identifier from groups o where o.id = g.organization_id) as organization`
      : sql`(select count(*)::int from groups t where t.organization_id = g.id) as teams`;
  return {
    resource,
    async read(trx, accountId, ids) {
      const { rows } = await sql<Omit<RowOf<R>, 'server_id'>>`
        select g.id, g.identifier, g.owner as owner_id, owner.display_name as owner_name,
          own.account_id is not null as member, role.id as role_id, role.name as role,
          g.owner = ${accountId} as is_owner, ${COUNTS}, g.created_at, g.deleting, ${more}
        from groups g
        join accounts owner on owner.id = g.owner
        left join group_members own on own.group_id = g.id and own.account_id = ${accountId}
        left join group_roles role on role.id = own.role_id
        where g.kind = ${kind} ${among('g', ids)} and (
          own.account_id is not null
          or exists (
            select from rights
            where subject = ${accountId} and resource = ${groupResource('')} || g.id
          )
        )
      `.execute(trx);
      return rows.map((row) => ({ ...row, server_id: null }) as unknown as RowOf<R>);
    },
  };
}

export const TEAM_ROWS = seenRows('teams', 'team');
export const ORGANIZATION_ROWS = seenRows('organizations', 'organization');

/** That its time is over is for whoever looks to say. */
const STATE = sql`
  case when i.accepted is null then 'pending' when i.accepted then 'accepted' else 'declined' end
`;

/** The invitations into groups that are for an account, the newest. */
export const GROUP_INVITE_ROWS: ToldRows<'groupInvites'> = {
  resource: 'groupInvites',
  async read(trx, accountId, ids) {
    const { rows } = await sql<Omit<RowOf<'groupInvites'>, 'server_id'>>`
      select i.id, g.kind, g.identifier, r.name as role, i.from_id, maker.display_name as from_name,
        case when g.kind = 'team' then g.id end as team_id,
        case when g.kind = 'organization' then g.id end as organization_id,
        i.created_at, i.expires_at, ${STATE} as state
      from group_invites i
      join groups g on g.id = i.group_id
      join group_roles r on r.id = i.role_id
      join accounts maker on maker.id = i.from_id
      where i.to_id = ${accountId} ${among('i', ids)}
      order by i.created_at desc, i.id limit ${GROUP_LIMIT.invitesShown}
    `.execute(trx);
    return rows.map((row) => ({ ...row, server_id: null }));
  },
};

/** The id of an account's row among the members of a group: an account has one in each. */
export function memberId(groupId: string, accountId: string): string {
  return createHash('sha256').update(`${groupId}/${accountId}`).digest('hex').slice(0, 24);
}

/** Rows of a group as they are read, but for whose they are. */
type Bare<R extends ScopedName<'group'>> = Omit<RowOf<R>, 'server_id' | 'group_id'>;

function ofGroup<R extends ScopedName<'group'>>(
  resource: R,
  read: (trx: Trx, groupId: string, ids: readonly string[] | null) => Promise<readonly Bare<R>[]>,
): ToldRows<R> {
  return {
    resource,
    read: async (trx, group_id, ids) =>
      (await read(trx, group_id, ids)).map(
        (row) => ({ ...row, server_id: null, group_id }) as unknown as RowOf<R>,
      ),
  };
}

async function members(trx: Trx, groupId: string): Promise<readonly Bare<'teamMembers'>[]> {
  const { rows } = await sql<Omit<Bare<'teamMembers'>, 'id'>>`
    select m.account_id as muster_id, a.username, a.display_name, r.id as role_id, r.name as role,
      r.colour, r.hierarchy, m.since, a.seen_at as last_seen
    from group_members m
    join accounts a on a.id = m.account_id
    left join group_roles r on r.id = m.role_id
    where m.group_id = ${groupId}
  `.execute(trx);
  return rows.map((row) => ({ ...row, id: memberId(groupId, row.muster_id) }));
}

export const TEAM_MEMBER_ROWS = ofGroup('teamMembers', members);
export const ORGANIZATION_MEMBER_ROWS = ofGroup<'organizationMembers'>(
  'organizationMembers',
  members,
);

interface RoleRow extends Omit<Bare<'organizationRoles'>, 'permissions'> {
  readonly permissions: readonly string[];
}

/** What this version knows of them; the owner role holds all that there is. */
function rolesWith<R extends 'teamRoles' | 'organizationRoles'>(
  resource: R,
  all: readonly RolePermission[],
): ToldRows<R> {
  return ofGroup(resource, async (trx, groupId, ids) => {
    const { rows } = await sql<RoleRow>`
      select r.id, r.name, r.colour, r.hierarchy, r.is_owner, r.permissions, r.created_at,
        (select count(*)::int from group_members m where m.role_id = r.id) as members
      from group_roles r where r.group_id = ${groupId} ${among('r', ids)}
    `.execute(trx);
    return rows.map((row) => ({
      ...row,
      permissions: all.filter((one) => row.is_owner || row.permissions.includes(one)),
    })) as unknown as readonly Bare<R>[];
  });
}

export const TEAM_ROLE_ROWS = rolesWith('teamRoles', TEAM_ROLE_PERMISSION);
export const ORGANIZATION_ROLE_ROWS = rolesWith('organizationRoles', ORGANIZATION_ROLE_PERMISSION);

async function invites(
  trx: Trx,
  groupId: string,
  ids: readonly string[] | null,
): Promise<readonly Bare<'teamInvites'>[]> {
  const { rows } = await sql<Bare<'teamInvites'>>`
    select i.id, i.role_id, r.name as role, i.from_id, maker.display_name as from_name,
      i.to_id, guest.display_name as to_name, i.created_at, i.expires_at, ${STATE} as state
    from group_invites i
    join group_roles r on r.id = i.role_id
    join accounts maker on maker.id = i.from_id
    join accounts guest on guest.id = i.to_id
    where i.group_id = ${groupId} ${among('i', ids)}
    order by i.created_at desc, i.id limit ${GROUP_LIMIT.invitesShown}
  `.execute(trx);
  return rows;
}

export const TEAM_INVITE_ROWS = ofGroup('teamInvites', invites);
export const ORGANIZATION_INVITE_ROWS = ofGroup<'organizationInvites'>(
  'organizationInvites',
  invites,
);

export const ORGANIZATION_TEAM_ROWS = ofGroup('organizationTeams', async (trx, groupId, ids) => {
  const { rows } = await sql<Bare<'organizationTeams'>>`
    select g.id, g.identifier, g.owner as owner_id, owner.display_name as owner_name, ${COUNTS},
      g.created_at, g.deleting
    from groups g join accounts owner on owner.id = g.owner
    where g.organization_id = ${groupId} ${among('g', ids)}
  `.execute(trx);
  return rows;
});

/** Those of these ids; with null all. */
function among(table: string, ids: readonly string[] | null): RawBuilder<unknown> {
  return ids === null ? sql`` : sql`and ${sql.ref(`${table}.id`)} = any(${ids}::text[])`;
}
