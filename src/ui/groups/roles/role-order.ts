import { useRef, useState } from 'react';
import { moved, whyNotMoveRole, type Acting, type Refusal } from '../../../domain/groups/rules.ts';
import { useCommands } from '../../data/use-view.ts';
import { toast } from '../../parts/toasts.tsx';
import type { Group, RoleRow } from '../known/group.ts';
import { groupErrorText, whyText } from '../known/refusals.ts';

const MOVE = { team: 'teamRoleMove', organization: 'organizationRoleMove' } as const;

/** Where a role would stand above, at a place of the list without it; null: it is the last. */
function roleAt(roles: readonly RoleRow[], role: RoleRow, to: number): RoleRow | null {
  return roles.filter(({ id }) => id !== role.id)[to] ?? null;
}

/** Why a role cannot be put to a place; null where it can. The owner's is always the first. */
export function whyNotPlace(
  acting: Acting,
  roles: readonly RoleRow[],
  role: RoleRow,
  to: number,
): Refusal | null {
  return whyNotMoveRole(acting, role, roleAt(roles, role, to));
}

const keyOf = (roles: readonly RoleRow[]) => roles.map(({ id }) => id).join();

/**
 * The roles in their order, with what the account moved before the host has told it, and what moves one. Moves are made in
 * their order: each is by the role that stands below.
 */
export function useRoleOrder(
  group: Group,
  told: readonly RoleRow[],
  acting: Acting,
): { readonly roles: readonly RoleRow[]; readonly move: (id: string, to: number) => void } {
  const commands = useCommands();
  const [own, setOwn] = useState<{ readonly ids: readonly string[]; readonly over: string } | null>(
    null,
  );
  const last = useRef(Promise.resolve());
  const isOwn = own !== null && own.over === keyOf(told);
  const roles = isOwn ? own.ids.flatMap((id) => told.find((role) => role.id === id) ?? []) : told;
  const move = (id: string, to: number) => {
    const role = roles.find((one) => one.id === id);
    if (role === undefined) return;
    const refusal = whyNotPlace(acting, roles, role, to);
    if (refusal !== null) return toast(whyText(refusal, group), 'bad');
    const above = roleAt(roles, role, to);
    // Their hierarchies are those of before: here they stand as they are shown.
    const placed = roles.map((one, hierarchy) => ({ ...one, hierarchy }));
    const standing = placed.find((one) => one.id === id) ?? role;
    const next = moved<RoleRow>(placed, standing, above);
    setOwn({ ids: next.map((one) => one.id), over: keyOf(told) });
    const params = { group_id: group.id, role_id: id };
    last.current = last.current.then(async () => {
      const body = { above: above?.id ?? null };
      const outcome = await commands.call(MOVE[group.kind], { params, body });
      if (outcome.ok) return;
      setOwn(null);
      toast(groupErrorText(outcome.error), 'bad');
    });
  };
  return { roles, move };
}
