import type { CallName } from '../../src/protocol/calls.ts';
import type { ResourceCalls } from '../../src/protocol/resources/calls.ts';
import type { PagedCalls } from '../../src/protocol/resources/paged-calls.ts';
import { KEPT, PAGED, RESOURCES } from '../../src/protocol/resources/registry.ts';
import type {
  DisplayPermission,
  HostPermission,
  OrganizationPermission,
  ServerPermission,
  TeamPermission,
  WallPermission,
} from '../../src/protocol/permissions.ts';

/** Who a call is for, as the product means it: written by hand, so that a change of a call's `access` shows. */
export type Audience =
  | 'everybody'
  | 'whoever is signed in'
  | 'a display'
  | ServerPermission
  | TeamPermission
  | OrganizationPermission
  | HostPermission
  | WallPermission
  | DisplayPermission;

/** A row for every call. A call without one fails the tests, and so does a row without a call. */
export const AUDIENCE: Readonly<Record<CallName, Audience>> = {
  status: 'everybody',
  acsrfToken: 'everybody',
  logout: 'everybody',
  upgradeDismiss: 'whoever is signed in',
  authState: 'everybody',
  exploreDemo: 'everybody',
  found: 'everybody',
  signUp: 'everybody',
  signIn: 'everybody',
  forgotPassword: 'everybody',
  resetPassword: 'everybody',
  verifyEmail: 'everybody',
  bootstrap: 'whoever is signed in',
  session: 'whoever is signed in',
  resendVerification: 'whoever is signed in',
  serversList: 'whoever is signed in',
  serversTest: 'host.server.create',
  serversFind: 'host.server.create',
  serversAdd: 'host.server.create',
  serverEdit: 'server.modify.settings',
  serverLogUpload: 'server.modify.settings',
  serverDelete: 'server.delete',
  serverPopulation: 'server.view',
  serversDay: 'whoever is signed in',
  navSet: 'whoever is signed in',
  arrangementSet: 'whoever is signed in',
  viewSave: 'whoever is signed in',
  viewDelete: 'whoever is signed in',
  serverAction: 'server.view',
  feedPage: 'server.view.feed',
  consolePage: 'server.view.console',
  feedFilteredPage: 'server.view.filtered',
  consoleFilteredPage: 'server.view.filtered',
  personalPage: 'server.view.personal',
  historyPage: 'whoever is signed in',
  serverPast: 'server.view',
  pastJump: 'server.view.feed',
  playersByIdentifier: 'whoever is signed in',
  playerProfile: 'server.view.feed',
  playerStatistics: 'server.view.feed',
  playerDays: 'server.view',
  chartMarks: 'server.view.feed',
  personnelSet: 'server.personnel',
  serverRights: 'server.personnel',
  personRights: 'whoever is signed in',
  accountCard: 'whoever is signed in',
  inviteCreate: 'whoever is signed in',
  inviteAnswer: 'whoever is signed in',
  inviteRevoke: 'whoever is signed in',
  inviteClaim: 'whoever is signed in',
  inviteShow: 'everybody',
  teamsList: 'whoever is signed in',
  organizationsList: 'whoever is signed in',
  teamCreate: 'whoever is signed in',
  teamEdit: 'team.modify',
  teamRoleCreate: 'team.roles.create',
  teamRoleEdit: 'team.roles.modify',
  teamRoleMove: 'team.hierarchy',
  teamRoleDelete: 'team.roles.delete',
  teamMemberAdd: 'team.members.add',
  teamInviteRevoke: 'team.members.add',
  teamMemberRole: 'team.members.modify',
  teamMemberRemove: 'team.members.remove',
  teamLeaveOrganization: 'team.view',
  organizationCreate: 'whoever is signed in',
  organizationEdit: 'organization.modify',
  organizationRoleCreate: 'organization.roles.create',
  organizationRoleEdit: 'organization.roles.modify',
  organizationRoleMove: 'organization.roles.modify',
  organizationRoleDelete: 'organization.roles.delete',
  organizationMemberAdd: 'organization.personnel.add',
  organizationInviteRevoke: 'organization.personnel.add',
  organizationMemberRole: 'organization.personnel.modify',
  organizationMemberRemove: 'organization.personnel.remove',
  organizationTeamAdd: 'organization.teams.add',
  organizationTeamRemove: 'organization.teams.remove',
  groupInviteAnswer: 'whoever is signed in',
  groupLeave: 'whoever is signed in',
  groupTransfer: 'whoever is signed in',
  groupDelete: 'whoever is signed in',
  serverMove: 'server.view',
  serverSupportGive: 'server.support',
  serverSupportEnd: 'server.support',
  groupSupportGive: 'whoever is signed in',
  groupSupportEnd: 'whoever is signed in',
  supportEnd: 'whoever is signed in',
  staffList: 'whoever is signed in',
  scheduleRestart: 'whoever is signed in',
  scheduleNow: 'whoever is signed in',
  scheduleMove: 'whoever is signed in',
  jobsAddMany: 'whoever is signed in',
  jobsRemoveMany: 'whoever is signed in',
  messagesAddMany: 'whoever is signed in',
  messagesRemoveMany: 'whoever is signed in',
  wallCreate: 'whoever is signed in',
  wallRead: 'wall.view',
  wallUpdate: 'wall.modify',
  wallDelete: 'wall.modify',
  displayPair: 'whoever is signed in',
  displayEdit: 'display.modify',
  displayRevoke: 'display.modify',
  pairingStart: 'everybody',
  pairingClaim: 'everybody',
  displaySession: 'a display',
  displayServers: 'a display',
  displayDay: 'a display',
  displayPopulation: 'a display',
  ...ofResources(),
};

/** A resource's declaration says whom each of its calls is for: what an account has for itself, any has. */
function ofResources(): Pick<Record<CallName, Audience>, keyof ResourceCalls | keyof PagedCalls> {
  return Object.assign(
    {},
    ...Object.values(RESOURCES).map(({ name, read }) => ({
      [`${name}Page`]: read === 'account.self' ? 'whoever is signed in' : read,
    })),
    ...Object.values(KEPT).map(({ name, add, edit, remove }) => ({
      [`${name}Add`]: add.access,
      [`${name}Edit`]: edit.access,
      [`${name}Remove`]: remove.access,
      [`${name}Restore`]: remove.access,
    })),
    ...Object.values(PAGED).map(({ name, read }) => ({
      [`${name}Page`]: read === 'account.self' ? 'whoever is signed in' : read,
    })),
  );
}
