import { createContext, useContext } from 'react';
import type { Acting, Role } from '../../../domain/groups/rules.ts';
import { useOne } from '../../data/use-view.ts';
import { useRoles, type Group } from './group.ts';

const GROUPS = ['groups'] as const;

/** The role of a team's organization by which the account acts in the team; null: there is none. */
export const AboveContext = createContext<Role | null>(null);

/** By what the account acts in a group, as far as it is told; what the host refuses beyond that, the host says. */
export function useActing(group: Group): Acting {
  const above = useContext(AboveContext);
  const { roles } = useRoles(group);
  const held = useHeldIn(group.id);
  const own = ownRole(group, roles, held);
  // Whoever holds something by no role is staff whom the owner lets act.
  const support = own === null && above === null && held.length > 0;
  return { kind: group.kind, own, above, support };
}

/** What the account may do in a group itself. */
export function useHeldIn(groupId: string): readonly string[] {
  return useOne({ view: 'account' }, GROUPS).row?.groups?.[groupId] ?? [];
}

/** The role that the account has in a group. Of one that cannot be read, what it opens (`held`) is known. */
export function ownRole(
  { role_id: id, is_owner }: Pick<Group, 'role_id' | 'is_owner'>,
  roles: readonly Role[],
  held: readonly string[],
): Role | null {
  if (id === null) return null;
  const known = roles.find((role) => role.id === id);
  return known ?? { id, is_owner, hierarchy: is_owner ? 0 : 1, permissions: held };
}
