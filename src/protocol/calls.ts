/** Every REST call, by name: the table of contents of the API. */
import * as account from './account/calls.ts';
import * as actions from './actions/calls.ts';
import * as bans from './bans/calls.ts';
import type { Call } from './call.ts';
import * as feed from './feed/calls.ts';
import * as files from './files/calls.ts';
import * as groups from './groups/calls.ts';
import * as history from './history/calls.ts';
import * as past from './history/past-calls.ts';
import * as invitations from './invitations/calls.ts';
import * as personnel from './personnel/calls.ts';
import * as accountCards from './personnel/card-call.ts';
import * as players from './players/calls.ts';
import * as persons from './persons/calls.ts';
import * as personSearches from './persons/search-calls.ts';
import { PAGED_CALLS } from './resources/paged-calls.ts';
import { RESOURCE_CALLS } from './resources/calls.ts';
import * as rights from './rights/calls.ts';
import * as schedules from './schedules/calls.ts';
import { arrangementSet } from './arrangements/calls.ts';
import * as servers from './servers/calls.ts';
import { serversDay } from './servers/day.ts';
import * as session from './session/calls.ts';
import * as statistics from './statistics/calls.ts';
import * as support from './support/calls.ts';
import * as savedViews from './saved-views/calls.ts';
import * as walls from './walls/calls.ts';

export const CALLS = {
  status: session.status,
  bootstrap: session.bootstrap,
  session: session.session,
  acsrfToken: session.acsrfTokenCall,
  logout: session.logout,
  upgradeDismiss: session.upgradeDismiss,
  authState: account.authState,
  exploreDemo: account.exploreDemo,
  found: account.found,
  signUp: account.signUp,
  signIn: account.signIn,
  forgotPassword: account.forgotPassword,
  resetPassword: account.resetPassword,
  verifyEmail: account.verifyEmail,
  resendVerification: account.resendVerification,
  serversList: servers.serversList,
  serversTest: servers.serversTest,
  serversFind: servers.serversFind,
  serversAdd: servers.serversAdd,
  serverEdit: servers.serverEdit,
  serverLogUpload: servers.serverLogUpload,
  fileDownload: files.fileDownload,
  fileDelete: files.fileDelete,
  fileRoom: files.fileRoom,
  storagePolicySet: files.storagePolicySet,
  serverDelete: servers.serverDelete,
  serverPopulation: servers.serverPopulation,
  serversDay,
  navSet: servers.navSet,
  arrangementSet,
  viewSave: savedViews.viewSave,
  viewDelete: savedViews.viewDelete,
  serverAction: actions.serverAction,
  feedPage: feed.feedPage,
  consolePage: feed.consolePage,
  feedFilteredPage: feed.feedFilteredPage,
  consoleFilteredPage: feed.consoleFilteredPage,
  personalPage: feed.personalPage,
  historyPage: history.historyPage,
  serverPast: past.serverPast,
  pastJump: past.pastJump,
  playersByIdentifier: players.playersByIdentifier,
  playerProfile: players.playerProfile,
  personProfile: persons.personProfile,
  personSessions: persons.personSessions,
  personTraces: persons.personTraces,
  personAlternates: persons.personAlternates,
  playerSearch: personSearches.playerSearch,
  globalQuery: personSearches.globalQuery,
  userResolve: personSearches.userResolve,
  playerStatistics: statistics.playerStatistics,
  playerDays: statistics.playerDays,
  chartMarks: statistics.chartMarks,
  personnelSet: personnel.personnelSet,
  serverRights: rights.serverRights,
  personRights: rights.personRights,
  accountCard: accountCards.accountCard,
  inviteCreate: invitations.inviteCreate,
  inviteAnswer: invitations.inviteAnswer,
  inviteRevoke: invitations.inviteRevoke,
  inviteClaim: invitations.inviteClaim,
  inviteShow: invitations.inviteShow,
  teamsList: groups.teamsList,
  organizationsList: groups.organizations,
  teamCreate: groups.team.create,
  teamEdit: groups.team.edit,
  teamRoleCreate: groups.team.roleCreate,
  teamRoleEdit: groups.team.roleEdit,
  teamRoleMove: groups.team.roleMove,
  teamRoleDelete: groups.team.roleDelete,
  teamMemberAdd: groups.team.memberAdd,
  teamInviteRevoke: groups.team.inviteRevoke,
  teamMemberRole: groups.team.memberRole,
  teamMemberRemove: groups.team.memberRemove,
  teamLeaveOrganization: groups.teamLeaveOrganization,
  organizationCreate: groups.organization.create,
  organizationEdit: groups.organization.edit,
  organizationRoleCreate: groups.organization.roleCreate,
  organizationRoleEdit: groups.organization.roleEdit,
  organizationRoleMove: groups.organization.roleMove,
  organizationRoleDelete: groups.organization.roleDelete,
  organizationMemberAdd: groups.organization.memberAdd,
  organizationInviteRevoke: groups.organization.inviteRevoke,
  organizationMemberRole: groups.organization.memberRole,
  organizationMemberRemove: groups.organization.memberRemove,
  organizationTeamAdd: groups.organizationTeamAdd,
  organizationTeamRemove: groups.organizationTeamRemove,
  groupInviteAnswer: groups.groupInviteAnswer,
  groupLeave: groups.groupLeave,
  groupTransfer: groups.groupTransfer,
  groupDelete: groups.groupDelete,
  serverMove: groups.serverMove,
  banListCreate: bans.banListCreate,
  banListEdit: bans.banListEdit,
  banListDelete: bans.banListDelete,
  banListAssign: bans.banListAssign,
  banListUnassign: bans.banListUnassign,
  banListPublic: bans.banListPublic,
  banListCodeRenew: bans.banListCodeRenew,
  banListFollow: bans.banListFollow,
  banListUnfollow: bans.banListUnfollow,
  banCreate: bans.banCreate,
  banImport: bans.banImport,
  banEdit: bans.banEdit,
  banStatus: bans.banStatus,
  banRead: bans.banRead,
  personBans: bans.personBans,
  scheduleRestart: schedules.scheduleRestart,
  scheduleNow: schedules.scheduleNow,
  scheduleMove: schedules.scheduleMove,
  jobsAddMany: schedules.jobsAddMany,
  jobsRemoveMany: schedules.jobsRemoveMany,
  messagesAddMany: schedules.messagesAddMany,
  messagesRemoveMany: schedules.messagesRemoveMany,
  serverSupportGive: support.serverSupportGive,
  serverSupportEnd: support.serverSupportEnd,
  groupSupportGive: support.groupSupportGive,
  groupSupportEnd: support.groupSupportEnd,
  supportEnd: support.supportEnd,
  staffList: support.staffList,
  wallCreate: walls.wallCreate,
  wallRead: walls.wallRead,
  wallUpdate: walls.wallUpdate,
  wallDelete: walls.wallDelete,
  displayPair: walls.displayPair,
  displayEdit: walls.displayEdit,
  displayRevoke: walls.displayRevoke,
  pairingStart: walls.pairingStart,
  pairingClaim: walls.pairingClaim,
  displaySession: walls.displaySession,
  displayServers: walls.displayServers,
  displayDay: walls.displayDay,
  displayPopulation: walls.displayPopulation,
  ...RESOURCE_CALLS,
  ...PAGED_CALLS,
} as const satisfies Readonly<Record<string, Call>>;

export type CallName = keyof typeof CALLS;
