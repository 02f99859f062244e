/** A team or an organization, as its screens know it: what differs between both stands here. */
import { mayInGroup, type GroupPermission } from '../../../domain/permissions.ts';
import type { ResourceView } from '../../../domain/queries.ts';
import type { AccountRow } from '../../../domain/rows.ts';
import type { GroupKind } from '../../../protocol/groups/limits.ts';
import { useResource } from '../../data/use-resource.ts';
import { groupOfRow, type OwnedRow, type Thing, type ThingKind } from './thing.ts';

/** What of it is read by which permission. */
export const PARTS = {
  team: {
    list: 'teams',
    members: 'teamMembers',
    roles: 'teamRoles',
    invites: 'teamInvites',
    resources: 'teamResources',
    seeMembers: 'team.members.list',
    seeRoles: 'team.roles.list',
    see: 'team.view',
  },
  organization: {
    list: 'organizations',
    members: 'organizationMembers',
    roles: 'organizationRoles',
    invites: 'organizationInvites',
    resources: 'organizationResources',
    seeMembers: 'organization.personnel.list',
    seeRoles: 'organization.roles.list',
    see: 'organization.view',
  },
} as const;

type Listed = ResourceView<'teams'> | ResourceView<'organizations'>;

/** Which of both it is, which one, and whose. */
export type Group = Listed & { readonly kind: GroupKind };
export type MemberRow = ResourceView<'teamMembers'>;
export type RoleRow = ResourceView<'teamRoles'> | ResourceView<'organizationRoles'>;
export type InviteRow = ResourceView<'teamInvites'>;

export interface GroupRef {
  readonly kind: GroupKind;
  readonly id: string;
}

/** The teams, or the organizations, that the account may see. */
export function useGroups(kind: GroupKind): {
  readonly told: boolean;
  readonly groups: readonly Group[];
} {
  const { told, rows } = useResource(PARTS[kind].list, null);
  return { told, groups: rows.map((row) => ({ ...row, kind })) };
}

/** The organization that a team belongs to; whether the account may see it is another question. */
export function organizationOf(
  group: Group,
): { readonly id: string; readonly name: string } | null {
  if (!('organization_id' in group) || group.organization_id === null) return null;
  return { id: group.organization_id, name: group.organization ?? '' };
}

export function useMembers({ kind, id }: GroupRef, text = '') {
  const { told, rows } = useResource(PARTS[kind].members, { group_id: id }, { text });
  return { told, members: rows };
}

export function useRoles({ kind, id }: GroupRef): {
  readonly told: boolean;
  readonly roles: readonly RoleRow[];
} {
  const { told, rows } = useResource(PARTS[kind].roles, { group_id: id });
  return { told, roles: rows };
}

/** All that belongs to it, as its owner sees it: what nobody deletes yet. */
export function useThingsOf({ kind, id }: GroupRef): {
  readonly told: boolean;
  readonly things: readonly Thing[];
} {
  const servers = useResource(PARTS[kind].resources, { group_id: id });
  const lists = useResource('banLists', null);
  const buckets = useResource('buckets', null);
  const named = (what: ThingKind, rows: readonly { id: string; identifier: string }[]) =>
    rows.map((row) => ({ kind: what, id: row.id, name: row.identifier }));
  const its = (row: OwnedRow) => groupOfRow(row) === id;
  return {
    told: servers.told && lists.told && buckets.told,
    things: [
      ...named('server', servers.rows),
      ...named(
        'banlist',
        lists.rows.filter((row) => its(row) && row.deleting === null),
      ),
      ...named('bucket', buckets.rows.filter(its)),
    ],
  };
}

type Account = Pick<AccountRow, 'groups'> | undefined;

/** Whether the account may do something in a group itself. */
export function may(account: Account, { id }: GroupRef, permission: GroupPermission): boolean {
  return mayInGroup(account, id, permission);
}
