import { SERVER_PERMISSION, type ServerPermission } from '../../protocol/permissions.ts';
import type { GroupKind } from '../../protocol/groups/limits.ts';
import type { InvitationState } from '../../protocol/invitations/limits.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { AccountRow } from '../rows.ts';
import type { CallRule } from '../resources/rule.ts';

/** How an invitation stands at a moment: that its time is over is told by nobody. */
export function standing(
  { state, expires_at }: Pick<RowOf<'invites'>, 'state' | 'expires_at'>,
  now: number,
): InvitationState {
  return state === 'pending' && expires_at <= now ? 'expired' : state;
}

/** How many invitations into groups of a kind wait for an account's answer. */
export function waitingInvites(kind: GroupKind) {
  return (account: Pick<AccountRow, 'invites'> | undefined, now: number): number => {
    const open = account?.invites.filter(({ expires_at }) => expires_at > now) ?? [];
    return open.filter((invite) => invite[kind] !== null).length;
  };
}

type Servers = Readonly<Record<string, readonly ServerPermission[]>>;

/** The servers that somebody may bring people in to. */
export function managedServers(servers: Servers): readonly string[] {
  return Object.keys(servers).filter((id) => servers[id]?.includes('server.personnel'));
}

/** What they may give on all of the chosen servers; before one is chosen, on any of those. */
export function giveable(servers: Servers, chosen: readonly string[]): readonly ServerPermission[] {
  const held = (chosen.length === 0 ? managedServers(servers) : chosen).map(
    (id) => new Set(servers[id]),
  );
  const isGiveable = (permission: ServerPermission) =>
    chosen.length === 0
      ? held.some((one) => one.has(permission))
      : held.every((one) => one.has(permission));
  return SERVER_PERMISSION.filter(isGiveable);
}

/** It is answered. */
export const INVITE_ANSWER: CallRule<'inviteAnswer', 'invites'> = {
  resource: 'invites',
  after(rows, { params: { invite_id: id }, body: { accept } }) {
    const row = rows.invites.get(id);
    if (row === undefined) return undefined;
    return { row_id: id, row: { ...row, state: accept ? 'accepted' : 'declined' } };
  },
};
