import type { InvitationState } from '../../protocol/invitations/limits.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { CallRule } from '../resources/rules.ts';

/** How an invitation stands at a moment: that its time is over is told by nobody. */
export function standing(
  { state, expires_at }: Pick<RowOf<'invites'>, 'state' | 'expires_at'>,
  now: number,
): InvitationState {
  return state === 'pending' && expires_at <= now ? 'expired' : state;
}

/** It is not there any more. */
export const INVITE_REVOKE: CallRule<'inviteRevoke', 'invites'> = {
  resource: 'invites',
  after: (rows, { params: { invite_id: id } }) =>
    rows.invites.has(id) ? { row_id: id, row: null } : undefined,
};

/** It is answered. */
export const INVITE_ANSWER: CallRule<'inviteAnswer', 'invites'> = {
  resource: 'invites',
  after(rows, { params: { invite_id: id }, body: { accept } }) {
    const row = rows.invites.get(id);
    if (row === undefined) return undefined;
    return { row_id: id, row: { ...row, state: accept ? 'accepted' : 'declined' } };
  },
};
