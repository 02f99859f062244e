/** What the calls about teams and organizations make of rows, as far as a client can foresee it. */
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { GroupKind } from '../../protocol/groups/limits.ts';
import type { CallRule } from '../resources/rule.ts';
import type { Rows } from '../state.ts';
import { moved } from './rules.ts';

type Roles = 'teamRoles' | 'organizationRoles';
type Members = 'teamMembers' | 'organizationMembers';

/** A new role stands below all others. */
export function roleCreated<K extends GroupKind>(kind: K): CallRule<`${K}RoleCreate`, `${K}Roles`> {
  const resource: Roles = `${kind}Roles`;
  const rule: CallRule<'organizationRoleCreate', Roles> = {
    resource,
    after(rows, { params: { group_id }, body }, { at }) {
      const roles = rolesOf(rows, resource, group_id);
      if (roles.length === 0) return undefined;
      const { role_id: id, name, colour, permissions } = body;
      const place = { hierarchy: roles.length, is_owner: false, members: 0, created_at: at };
      const row = { id, server_id: null, group_id, name, colour, permissions, ...place };
      return { row_id: id, row: row as RowOf<Roles> };
    },
  };
  return rule as never;
}

/** It stands right above another one, or below all; those in between make way. */
export function roleMoved<K extends GroupKind>(kind: K): CallRule<`${K}RoleMove`, `${K}Roles`> {
  const resource: Roles = `${kind}Roles`;
  const rule: CallRule<'organizationRoleMove', Roles> = {
    resource,
    after(rows, { params: { group_id, role_id }, body: { above: aboveId } }) {
      const roles = rolesOf(rows, resource, group_id);
      const find = (id: string | null) => roles.find((role) => role.id === id);
      const [role, above = null] = [find(role_id), find(aboveId)];
      if (role === undefined || (aboveId !== null && above === null)) return undefined;
      return renumbered(moved(roles, role, above));
    },
  };
  return rule as never;
}

/** It goes, and those below it move up. Who had it is told by the host. */
export function roleDeleted<K extends GroupKind>(kind: K): CallRule<`${K}RoleDelete`, `${K}Roles`> {
  const resource: Roles = `${kind}Roles`;
  const rule: CallRule<'organizationRoleDelete', Roles> = {
    resource,
    after(rows, { params: { group_id, role_id } }) {
      const roles = rolesOf(rows, resource, group_id);
      const left = roles.filter(({ id }) => id !== role_id);
      if (left.length === roles.length) return undefined;
      return [{ row_id: role_id, row: null }, ...renumbered(left)];
    },
  };
  return rule as never;
}

/** A member has the role, which the client has to know by its name. */
export function memberGiven<K extends GroupKind>(
  kind: K,
): CallRule<`${K}MemberRole`, `${K}Members`> {
  const resource: Members = `${kind}Members`;
  const rule: CallRule<'organizationMemberRole', Members> = {
    resource,
    after(rows, { params: { group_id, muster_id }, body: { role_id } }) {
      const row = memberOf(rows, resource, group_id, muster_id);
      const role = rows[`${kind}Roles` as Roles].get(role_id);
      if (row === undefined || role === undefined) return undefined;
      const { name, colour, hierarchy } = role;
      return { row_id: row.id, row: { ...row, role_id, role: name, colour, hierarchy } };
    },
  };
  return rule as never;
}

/** A member is none any more. */
export function memberRemoved<K extends GroupKind>(
  kind: K,
): CallRule<`${K}MemberRemove`, `${K}Members`> {
  const resource: Members = `${kind}Members`;
  const rule: CallRule<'organizationMemberRemove', Members> = {
    resource,
    after(rows, { params: { group_id, muster_id } }) {
      const row = memberOf(rows, resource, group_id, muster_id);
      return row && { row_id: row.id, row: null };
    },
  };
  return rule as never;
}

/** An invitation is answered. */
export const GROUP_INVITE_ANSWER: CallRule<'groupInviteAnswer', 'groupInvites'> = {
  resource: 'groupInvites',
  after(rows, { params: { invite_id: id }, body: { accept } }) {
    const row = rows.groupInvites.get(id);
    return row && { row_id: id, row: { ...row, state: accept ? 'accepted' : 'declined' } };
  },
};

/** A team is in the organization, as its owner sees it in their own list. */
export const TEAM_BROUGHT: CallRule<'organizationTeamAdd', 'organizationTeams'> = {
  resource: 'organizationTeams',
  after({ teams }, { params: { group_id }, body: { team_id } }) {
    const team = teams.get(team_id);
    if (team === undefined) return undefined;
    const { id, server_id, identifier, owner_id, owner_name, created_at, deleting } = team;
    const { members, roles, servers } = team;
    const counted = { members, roles, servers, created_at, deleting };
    const row = { id, server_id, group_id, identifier, owner_id, owner_name, ...counted };
    return { row_id: id, row };
  },
};

/** The roles of a group, the highest first. */
function rolesOf(rows: Rows, resource: Roles, groupId: string): readonly RowOf<Roles>[] {
  const roles = [...(rows.owned[resource].get(groupId) ?? [])].map((id): RowOf<Roles> | undefined =>
    rows[resource].get(id),
  );
  return roles.filter((role) => role !== undefined).toSorted((a, b) => a.hierarchy - b.hierarchy);
}

function memberOf(rows: Rows, resource: Members, groupId: string, accountId: string) {
  const ids = [...(rows.owned[resource].get(groupId) ?? [])];
  return ids
    .map((id): RowOf<Members> | undefined => rows[resource].get(id))
    .find((row) => row?.muster_id === accountId);
}

/** Those that stand in another place than before, with it. */
function renumbered(roles: readonly RowOf<Roles>[]) {
  return roles.flatMap((role, hierarchy) =>
    role.hierarchy === hierarchy ? [] : [{ row_id: role.id, row: { ...role, hierarchy } }],
  );
}
