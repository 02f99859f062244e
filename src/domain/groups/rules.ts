/**
 * What somebody may do in a team or an organization, and why not: one decision each. The host asks it under a lock of the
 * group, and a client shows the same before the host has answered.
 */
import { GROUP_NEEDS, type GroupDeed } from '../../protocol/groups/access.ts';
import type { GroupKind } from '../../protocol/groups/limits.ts';
import {
  isBySupport,
  ORGANIZATION_ROLE_PERMISSION,
  TEAM_ROLE_PERMISSION,
  type RolePermission,
} from '../../protocol/permissions.ts';

/** A role, as far as it decides. 0 is the owner's hierarchy; what is larger stands below. */
export interface Role {
  readonly id: string;
  readonly hierarchy: number;
  readonly is_owner: boolean;
  readonly permissions: readonly string[];
}

/** By what somebody acts in a group. */
export interface Acting {
  readonly kind: GroupKind;
  /** Their role in it; null: they have none. */
  readonly own: Role | null;
  /** Their role in the organization that the team belongs to; null: they have none, or it belongs to none. */
  readonly above: Role | null;
  /** They are staff, and are let act as its owner for now. */
  readonly support: boolean;
}

export interface Refusal {
  readonly code: 'permission-denied' | 'hierarchy-denied' | 'owner-role' | 'owner-stays';
  /** The permissions that are missing. */
  readonly needs?: readonly RolePermission[];
}

const ALL: Readonly<Record<GroupKind, readonly RolePermission[]>> = {
  team: TEAM_ROLE_PERMISSION,
  organization: ORGANIZATION_ROLE_PERMISSION,
};

/** Everything that somebody holds in a group, by either role or as staff. */
export function heldIn(acting: Acting): ReadonlySet<string> {
  return new Set(ALL[acting.kind].filter((one) => isHeld(acting, one)));
}

function isHeld(acting: Acting, permission: RolePermission): boolean {
  return isHeldByRole(acting, permission) || (acting.support && isBySupport(permission));
}

/** Whether they can give it: what staff are let do ends, and what they gave of it would not. */
function isHeldByRole({ own, above }: Acting, permission: string): boolean {
  return [own, above].some((role) => role !== null && holds(role, permission));
}

function holds({ is_owner, permissions }: Role, permission: string): boolean {
  return is_owner || permissions.includes(permission);
}

/** Above every role: the owner of the organization, then the owner of the team, then whoever acts by another role of it. */
const RANK = { above: 0, owner: 1, organization: 2, first: 2 } as const;

/** Where a role of the group stands among those who act in it; without one, below all. */
export function rankOf(role: Role | null): number {
  if (role === null) return Infinity;
  return role.is_owner ? RANK.owner : RANK.first + role.hierarchy;
}

/** Where somebody stands who does this: by the highest of their roles that allows it. */
export function actingRank({ own, above }: Acting, permission: string): number {
  const ranks = [];
  if (own !== null && holds(own, permission)) ranks.push(rankOf(own));
  if (above !== null && holds(above, permission)) {
    ranks.push(above.is_owner ? RANK.above : RANK.organization);
  }
  return Math.min(Infinity, ...ranks);
}

/** Whether they may do it at all, to whomever and with whatever role. */
export function whyNotDo(acting: Acting, deed: GroupDeed): Refusal | null {
  const needed = GROUP_NEEDS[acting.kind][deed];
  return isHeld(acting, needed) ? null : { code: 'permission-denied', needs: [needed] };
}

/** Whether they stand at least as high as a role; one that is null stands below all. */
function whyNotActOn(acting: Acting, deed: GroupDeed, role: Role | null): Refusal | null {
  const rank = actingRank(acting, GROUP_NEEDS[acting.kind][deed]);
  return rank <= rankOf(role) ? null : { code: 'hierarchy-denied' };
}

/** Nobody gives what they lack. */
function whyNotGive(acting: Acting, permissions: readonly string[]): Refusal | null {
  const lacked = new Set(permissions.filter((one) => !isHeldByRole(acting, one)));
  const needs = lacked.size === 0 ? [] : ALL[acting.kind].filter((one) => lacked.has(one));
  return needs.length === 0 ? null : { code: 'permission-denied', needs };
}

export function whyNotModify(acting: Acting): Refusal | null {
  return whyNotDo(acting, 'modify');
}

export function whyNotCreateRole(acting: Acting, permissions: readonly string[]): Refusal | null {
  return whyNotDo(acting, 'rolesCreate') ?? whyNotGive(acting, permissions);
}

/** `permissions`: what it holds from then on. What is taken away need not be held by whoever takes it. */
export function whyNotEditRole(
  acting: Acting,
  role: Role,
  permissions: readonly string[] = role.permissions,
): Refusal | null {
  const added = permissions.filter((one) => !role.permissions.includes(one));
  return (
    whyNotDo(acting, 'rolesModify') ??
    whyNotOwnerRole(role) ??
    whyNotActOn(acting, 'rolesModify', role) ??
    whyNotGive(acting, added)
  );
}

/**
 * `above`: the role that it stands right above from then on; null: it is the last. Nobody moves a role above their own, nor
 * their own up.
 */
export function whyNotMoveRole(acting: Acting, role: Role, above: Role | null): Refusal | null {
  const refused =
    whyNotDo(acting, 'rolesMove') ??
    whyNotOwnerRole(role) ??
    (above === null ? null : whyNotOwnerRole(above)) ??
    whyNotActOn(acting, 'rolesMove', role);
  if (refused !== null) return refused;
  if (above === null || above.id === role.id) return null;
  const rank = actingRank(acting, GROUP_NEEDS[acting.kind].rolesMove);
  return rankOf(above) > rank ? null : { code: 'hierarchy-denied' };
}

export function whyNotDeleteRole(acting: Acting, role: Role): Refusal | null {
  return (
    whyNotDo(acting, 'rolesDelete') ??
    whyNotOwnerRole(role) ??
    whyNotActOn(acting, 'rolesDelete', role)
  );
}

/** Inviting somebody gives them a role once they accept: it is asked then again, of whoever invited. */
export function whyNotInvite(acting: Acting, role: Role): Refusal | null {
  return (
    whyNotDo(acting, 'membersAdd') ??
    whyNotOwnerRole(role) ??
    whyNotActOn(acting, 'membersAdd', role) ??
    whyNotGive(acting, role.permissions)
  );
}

export function whyNotRevoke(acting: Acting, role: Role): Refusal | null {
  return whyNotDo(acting, 'membersAdd') ?? whyNotActOn(acting, 'membersAdd', role);
}

/** `was`: the role that the member has; null: none. */
export function whyNotGiveRole(acting: Acting, was: Role | null, role: Role): Refusal | null {
  return (
    whyNotDo(acting, 'membersModify') ??
    whyNotOwnerRole(role) ??
    (was === null ? null : whyNotOwnerRole(was)) ??
    whyNotActOn(acting, 'membersModify', was) ??
    whyNotActOn(acting, 'membersModify', role) ??
    whyNotGive(acting, role.permissions)
  );
}

export function whyNotRemove(acting: Acting, was: Role | null): Refusal | null {
  return (
    whyNotDo(acting, 'membersRemove') ??
    (was?.is_owner === true ? { code: 'owner-stays' } : null) ??
    whyNotActOn(acting, 'membersRemove', was)
  );
}

export function whyNotLeave(own: Role | null): Refusal | null {
  return own?.is_owner === true ? { code: 'owner-stays' } : null;
}

/** It is made by itself, holds all, and goes to somebody else by a transfer alone. */
function whyNotOwnerRole({ is_owner }: Role): Refusal | null {
  return is_owner ? { code: 'owner-role' } : null;
}

/** The roles as they stand once one of them is moved, the highest first. */
export function moved<R extends Role>(
  roles: readonly R[],
  role: R,
  above: Role | null,
): readonly R[] {
  const others = roles.filter(({ id }) => id !== role.id).toSorted(byHierarchy);
  const place = above === null ? -1 : others.findIndex(({ id }) => id === above.id);
  return above?.id === role.id
    ? roles.toSorted(byHierarchy)
    : others.toSpliced(place === -1 ? others.length : place, 0, role);
}

function byHierarchy(a: Role, b: Role): number {
  return a.hierarchy - b.hierarchy;
}
