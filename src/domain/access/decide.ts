/**
 * Who may do what, and through what: the one decision. The host's view `rights` is its twin in SQL; a property test holds
 * them against each other.
 */
import { isBySupport, type RolePermission } from '../../protocol/permissions.ts';

/** A role that somebody holds in a team or an organization. */
export interface HeldRole {
  readonly role_id: string;
  readonly role: string;
  readonly group_id: string;
  readonly group: string;
  /** The owner role holds every permission. */
  readonly is_owner: boolean;
  readonly permissions: readonly string[];
}

/** What is known of somebody and of one thing. */
export interface Standing {
  /** What the thing is: the first part of the permissions on it. */
  readonly kind: 'server' | 'team' | 'organization' | 'banlist';
  /** The groups whose roles count on it: its own or its owner, and the organization of that. */
  readonly over: readonly string[];
  readonly roles: readonly HeldRole[];
  /** What they were given on it directly. */
  readonly shared: readonly string[];
  /** It is a ban list of their own, on which they hold everything. */
  readonly owns?: boolean;
  readonly staff: boolean;
  /** Until when staff may act on it, and on what stands over it, as its owner. */
  readonly authorized: readonly { readonly until: number }[];
}

/** Through what somebody may do something. */
export type Through =
  | { readonly via: 'shared' }
  | ({ readonly via: 'role' } & Pick<HeldRole, 'role_id' | 'role' | 'group_id' | 'group'>)
  | { readonly via: 'support' };

/** Every way in which somebody may do something with a thing at a moment; none: they may not. */
export function throughWhat(
  standing: Standing,
  permission: RolePermission,
  now: number,
): readonly Through[] {
  const { kind, over, roles, shared, owns = false, staff, authorized } = standing;
  if (!permission.startsWith(`${kind}.`)) return [];
  const ways: Through[] = owns || shared.includes(permission) ? [{ via: 'shared' }] : [];
  for (const { is_owner, permissions, ...held } of roles) {
    if (!over.includes(held.group_id)) continue;
    if (is_owner || permissions.includes(permission)) ways.push({ via: 'role', ...held });
  }
  const supported = staff && authorized.some(({ until }) => until > now);
  if (supported && isBySupport(permission)) ways.push({ via: 'support' });
  return ways;
}
