import { accountCalls } from './account/calls.ts';
import type { AccountDeps } from './account/deps.ts';
import { serverAction, type ActionDeps } from './actions/server-action.ts';
import { banCalls } from './bans/calls.ts';
import {
  BAN_LIST_FOLLOW_ROWS,
  BAN_LIST_ROWS,
  BAN_LIST_SERVER_ROWS,
  SERVER_BAN_LIST_ROWS,
} from './bans/rows.ts';
import { bucketCalls } from './buckets/calls.ts';
import { BUCKET_ROWS, BUCKET_SERVER_ROWS, SERVER_BUCKET_ROWS } from './buckets/rows.ts';
import type { Handlers } from './calls/handler.ts';
import { doorCalls } from './doors/calls.ts';
import type { DoorCallDeps } from './doors/deps.ts';
import { logPages, personalPage } from './feed/pages.ts';
import {
  banListRemoteFollow,
  banListRemoteNow,
  banListRemoteUnfollow,
} from './federation/follow.ts';
import { banListShare, banListShareEnd } from './federation/share.ts';
import { REMOTE_ROWS, SHARE_ROWS } from './federation/rows.ts';
import { fileCalls } from './files/calls.ts';
import { FILE_ROWS, STORAGE_ROWS } from './files/rows.ts';
import { serverLogUpload, type GameLogDeps } from './game-logs/calls.ts';
import { LOG_ROWS } from './game-logs/rows.ts';
import { pastJump } from './history/past-jump.ts';
import { serverPast } from './history/past.ts';
import { groupCalls } from './groups/calls.ts';
import { groupSupportCalls } from './groups/support.ts';
import {
  GROUP_INVITE_ROWS,
  ORGANIZATION_INVITE_ROWS,
  ORGANIZATION_MEMBER_ROWS,
  ORGANIZATION_ROLE_ROWS,
  ORGANIZATION_ROWS,
  ORGANIZATION_TEAM_ROWS,
  TEAM_INVITE_ROWS,
  TEAM_MEMBER_ROWS,
  TEAM_ROLE_ROWS,
  TEAM_ROWS,
} from './groups/rows.ts';
import { ORGANIZATION_RESOURCE_ROWS, TEAM_RESOURCE_ROWS } from './servers/of-group.ts';
import { inviteAnswer, inviteClaim, inviteRevoke, inviteShow } from './invitations/answer.ts';
import { inviteCreate } from './invitations/create.ts';
import { INVITE_ROWS } from './invitations/rows.ts';
import { historyPage } from './history/search.ts';
import { accountCard } from './personnel/account-card.ts';
import { personNotes } from './notes/of-person.ts';
import { personnelSet } from './personnel/personnel-set.ts';
import { MODULE_ROWS } from './modules/rows.ts';
import { modulesSet, whitelistSet } from './modules/set.ts';
import { PERSONNEL_ROWS } from './personnel/rows.ts';
import { playersByIdentifier } from './players/by-identifier.ts';
import { playerProfile } from './players/profile.ts';
import { personAlternates } from './persons/alternates.ts';
import { personJoin, personJoins, personPart } from './persons/joins.ts';
import { privateSet } from './persons/private.ts';
import { personProfile, personTraces } from './persons/profile.ts';
import { globalQuery, playerSearch, userResolve } from './persons/search.ts';
import { personAntiCheat } from './persons/anti-cheat.ts';
import { personSessions } from './persons/sessions.ts';
import { personSteam, steamState } from './steam/person-steam.ts';
import { pagedCalls } from './resources/paged-calls.ts';
import { queueSyncCalls } from './queue-sync/set.ts';
import { QUEUE_SYNC_ROWS, QUEUE_SYNC_TARGET_ROWS } from './queue-sync/rows.ts';
import { resourceCalls } from './resources/calls.ts';
import { toldCalls } from './resources/told-calls.ts';
import { rightsCalls } from './rights/calls.ts';
import { serverCalls } from './servers/calls.ts';
import { NAV_ROWS } from './servers/nav.ts';
import { ARRANGEMENT_ROWS, arrangementSet } from './arrangements/calls.ts';
import { viewDelete, viewSave } from './saved-views/calls.ts';
import { VIEW_ROWS } from './saved-views/rows.ts';
import { PERSON_ROWS } from './players/joined-rows.ts';
import { SETTINGS_ROWS } from './servers/settings.ts';
import { scheduleCalls } from './schedules/calls.ts';
import { PLAN_ROWS } from './schedules/plan-rows.ts';
import { manyCalls } from './resources/many.ts';
import type { ServerDeps } from './servers/deps.ts';
import { sessionCalls } from './session/calls.ts';
import { chartMarks } from './statistics/chart-marks.ts';
import { playerDays } from './statistics/player-days.ts';
import { personStatistics } from './statistics/person-statistics.ts';
import { playerStatistics } from './statistics/player-statistics.ts';
import {
  allStatisticsReset,
  gameStatisticsReset,
  playerStatisticsReset,
} from './statistics/reset.ts';
import { supportCalls } from './support/calls.ts';
import {
  ORGANIZATION_SUPPORT_ROWS,
  SERVER_SUPPORT_ROWS,
  TEAM_SUPPORT_ROWS,
} from './support/rows.ts';
import { wallCalls } from './walls/calls.ts';
import { DISPLAY_ROWS, WALL_ROWS } from './walls/rows.ts';
import { banListWebhookDeliveries, banListWebhookRedeliver } from './webhooks/deliveries.ts';
import { BAN_LIST_WEBHOOK_ROWS } from './webhooks/rows.ts';
import { webhookCalls } from './webhooks/set.ts';

/** What the features need together. */
export type FeatureDeps = AccountDeps & ServerDeps & ActionDeps & GameLogDeps & DoorCallDeps;

/** The handler of every call: one that has none does not compile. */
export const HANDLERS = {
  ...sessionCalls,
  ...accountCalls,
  ...serverCalls,
  serverLogUpload,
  ...fileCalls,
  modulesSet,
  whitelistSet,
  ...queueSyncCalls,
  ...doorCalls,
  serverAction,
  ...logPages,
  personalPage,
  historyPage,
  serverPast,
  pastJump,
  playersByIdentifier,
  playerProfile,
  personProfile,
  personSessions,
  personAntiCheat,
  personTraces,
  personNotes,
  privateSet,
  personSteam,
  steamState,
  personJoins,
  personJoin,
  personPart,
  personAlternates,
  playerSearch,
  globalQuery,
  userResolve,
  playerStatistics,
  personStatistics,
  playerStatisticsReset,
  gameStatisticsReset,
  allStatisticsReset,
  playerDays,
  chartMarks,
  personnelSet,
  ...rightsCalls,
  accountCard,
  inviteCreate,
  inviteAnswer,
  inviteRevoke,
  inviteClaim,
  inviteShow,
  arrangementSet,
  viewSave,
  viewDelete,
  ...groupCalls,
  ...banCalls,
  banListShare,
  banListShareEnd,
  banListRemoteFollow,
  banListRemoteNow,
  banListRemoteUnfollow,
  ...webhookCalls,
  banListWebhookDeliveries,
  banListWebhookRedeliver,
  ...bucketCalls,
  ...groupSupportCalls,
  ...supportCalls,
  ...wallCalls,
  ...scheduleCalls,
  ...manyCalls,
  ...resourceCalls,
  ...toldCalls({
    personnel: PERSONNEL_ROWS,
    persons: PERSON_ROWS,
    settings: SETTINGS_ROWS,
    modules: MODULE_ROWS,
    queueSync: QUEUE_SYNC_ROWS,
    queueSyncTarget: QUEUE_SYNC_TARGET_ROWS,
    plans: PLAN_ROWS,
    logs: LOG_ROWS,
    files: FILE_ROWS,
    storage: STORAGE_ROWS,
    displays: DISPLAY_ROWS,
    walls: WALL_ROWS,
    invites: INVITE_ROWS,
    nav: NAV_ROWS,
    arrangements: ARRANGEMENT_ROWS,
    views: VIEW_ROWS,
    teams: TEAM_ROWS,
    organizations: ORGANIZATION_ROWS,
    groupInvites: GROUP_INVITE_ROWS,
    teamMembers: TEAM_MEMBER_ROWS,
    teamRoles: TEAM_ROLE_ROWS,
    teamInvites: TEAM_INVITE_ROWS,
    teamResources: TEAM_RESOURCE_ROWS,
    organizationMembers: ORGANIZATION_MEMBER_ROWS,
    organizationRoles: ORGANIZATION_ROLE_ROWS,
    organizationInvites: ORGANIZATION_INVITE_ROWS,
    organizationResources: ORGANIZATION_RESOURCE_ROWS,
    organizationTeams: ORGANIZATION_TEAM_ROWS,
    support: SERVER_SUPPORT_ROWS,
    teamSupport: TEAM_SUPPORT_ROWS,
    organizationSupport: ORGANIZATION_SUPPORT_ROWS,
    banLists: BAN_LIST_ROWS,
    banListServers: BAN_LIST_SERVER_ROWS,
    banListFollows: BAN_LIST_FOLLOW_ROWS,
    banListRemotes: REMOTE_ROWS,
    banListShares: SHARE_ROWS,
    banListWebhooks: BAN_LIST_WEBHOOK_ROWS,
    serverBanLists: SERVER_BAN_LIST_ROWS,
    buckets: BUCKET_ROWS,
    bucketServers: BUCKET_SERVER_ROWS,
    serverBuckets: SERVER_BUCKET_ROWS,
  }),
  ...pagedCalls,
} satisfies Handlers<FeatureDeps>;
