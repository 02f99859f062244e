/** What the account may do with a member, by the rules that the host asks, and why not. */
import {
  whyNotGiveRole,
  whyNotInvite,
  type Acting,
  type Refusal,
  type Role,
} from '../../../domain/groups/rules.ts';
import type { MemberRow } from '../known/group.ts';

/** The role of a member; of one that cannot be read, where it stands is known. */
export function roleOf(
  { role_id: id, hierarchy }: Pick<MemberRow, 'role_id' | 'hierarchy'>,
  roles: readonly Role[],
): Role | null {
  if (id === null) return null;
  const place = hierarchy ?? Infinity;
  const known = roles.find((role) => role.id === id);
  return known ?? { id, hierarchy: place, is_owner: place === 0, permissions: [] };
}

/** The roles that the account can give to a member who has `was`. */
export function giveable<R extends Role>(
  acting: Acting,
  was: Role | null,
  roles: readonly R[],
): readonly R[] {
  return roles.filter((role) => whyNotGiveRole(acting, was, role) === null);
}

/** Why a member cannot be given any other role; null where one can. */
export function whyNotChange(
  acting: Acting,
  was: Role | null,
  roles: readonly Role[],
): Refusal | null {
  const others = roles.filter(({ id, is_owner }) => !is_owner && id !== was?.id);
  return firstRefusal(others, (role) => whyNotGiveRole(acting, was, role));
}

/** Why nobody can be invited with any role; null where somebody can. */
export function whyNotInviteAny(acting: Acting, roles: readonly Role[]): Refusal | null {
  return firstRefusal(
    roles.filter(({ is_owner }) => !is_owner),
    (role) => whyNotInvite(acting, role),
  );
}

/** null where one of them is not refused, or there is none: then what stands in the way is another thing. */
function firstRefusal(
  roles: readonly Role[],
  whyNot: (role: Role) => Refusal | null,
): Refusal | null {
  let last: Refusal | null = null;
  for (const role of roles) {
    last = whyNot(role);
    if (last === null) return null;
  }
  return last;
}
