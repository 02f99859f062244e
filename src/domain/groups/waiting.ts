import type { GroupKind } from '../../protocol/groups/limits.ts';
import type { AccountRow } from '../rows.ts';

/** How many invitations into groups of a kind wait for the account's answer. */
export function waitingInvites(kind: GroupKind) {
  return (account: Pick<AccountRow, 'invites'> | undefined, now: number): number =>
    account?.invites.filter((invite) => invite[kind] !== null && invite.expires_at > now).length ??
    0;
}
