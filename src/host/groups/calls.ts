import type { GroupKind } from '../../protocol/groups/limits.ts';
import type { Handler } from '../calls/handler.ts';
import { atOneMoment } from '../store/database.ts';
import { groupDelete } from './delete.ts';
import {
  addMember,
  groupInviteAnswer,
  groupLeave,
  removeMember,
  revokeInvite,
  setMemberRole,
} from './members.ts';
import { banListMove, bucketMove } from './move-owned.ts';
import { serverMove } from './move-server.ts';
import {
  createGroup,
  editGroup,
  groupTransfer,
  organizationTeamAdd,
  organizationTeamRemove,
  teamLeaveOrganization,
} from './own.ts';
import { createRole, deleteRole, editRole, moveRole } from './roles.ts';
import { ORGANIZATION_ROWS, TEAM_ROWS } from './rows.ts';

/** `GET teams/list`. */
const teamsList: Handler<'teamsList'> = async (_input, { account, db }) =>
  atOneMoment(db, async (trx) => ({ teams: [...(await TEAM_ROWS.read(trx, account.id, null))] }));

/** `GET organizations`. */
const organizationsList: Handler<'organizationsList'> = async (_input, { account, db }) =>
  atOneMoment(db, async (trx) => ({
    organizations: [...(await ORGANIZATION_ROWS.read(trx, account.id, null))],
  }));

/** The calls that teams and organizations have alike: their permissions stand in their declarations. */
type Alike =
  | 'Create'
  | 'Edit'
  | 'RoleCreate'
  | 'RoleEdit'
  | 'RoleMove'
  | 'RoleDelete'
  | 'MemberAdd'
  | 'InviteRevoke'
  | 'MemberRole'
  | 'MemberRemove';

function callsOf<K extends GroupKind>(kind: K): { readonly [N in `${K}${Alike}`]: Handler<N> } {
  const calls: { readonly [N in `organization${Alike}`]: Handler<N> } = {
    organizationCreate: async ({ body }, context) => createGroup(context, kind, body),
    organizationEdit: async ({ params, body }, context) =>
      editGroup(context, params.group_id, body),
    organizationRoleCreate: async ({ params, body }, context) =>
      createRole(context, params.group_id, body),
    organizationRoleEdit: async ({ params, body: { acsrf_token: _, ...edits } }, context) =>
      editRole(context, params, edits),
    organizationRoleMove: async ({ params, body }, context) =>
      moveRole(context, params, body.above),
    organizationRoleDelete: async ({ params }, context) => deleteRole(context, params),
    organizationMemberAdd: async ({ params, body }, context) =>
      addMember(context, params.group_id, body),
    organizationInviteRevoke: async ({ params }, context) => revokeInvite(context, params),
    organizationMemberRole: async ({ params, body }, context) =>
      setMemberRole(context, params, body),
    organizationMemberRemove: async ({ params }, context) => removeMember(context, params),
  };
  const named = Object.entries(calls).map(([name, handler]) => [
    name.replace(/^organization/, kind),
    handler,
  ]);
  return Object.fromEntries(named) as never;
}

/** The calls about teams and organizations. */
export const groupCalls = {
  teamsList,
  organizationsList,
  ...callsOf('team'),
  ...callsOf('organization'),
  groupInviteAnswer,
  groupLeave,
  groupTransfer,
  groupDelete,
  serverMove,
  banListMove,
  bucketMove,
  organizationTeamAdd,
  organizationTeamRemove,
  teamLeaveOrganization,
};
