import type {
  BucketPermission,
  RolePermission,
  ServerPermission,
} from '../../src/protocol/permissions.ts';
import type {
  BanListStream,
  BucketStream,
  GroupStream,
  ServerStream,
} from '../../src/protocol/streams.ts';

/** Who each stream of a server is for, as the product means it: written by hand, so that a change shows. */
export const OF_SERVER: Readonly<Record<ServerStream, ServerPermission>> = {
  list: 'server.view',
  metrics: 'server.view',
  plans: 'server.view',
  feed: 'server.view.feed',
  persons: 'server.view.feed',
  console: 'server.view.console',
  'feed-personal': 'server.view.personal',
  'feed-filtered': 'server.view.filtered',
  'console-filtered': 'server.view.filtered',
  audit: 'server.view.audit',
  notes: 'server.notes.view',
  personnel: 'server.personnel',
  settings: 'server.modify.settings',
  modules: 'server.view',
  queueSync: 'server.view',
  queueSyncTarget: 'server.modify.integrations',
  logs: 'server.modify.settings',
  files: 'server.view.server-log',
  jobs: 'server.modify.configuration',
  messages: 'server.modify.configuration',
  support: 'server.support',
  serverBanLists: 'server.view',
  serverBuckets: 'server.view',
};

export const OF_GROUP: Readonly<Record<GroupStream, RolePermission>> = {
  teamMembers: 'team.members.list',
  teamRoles: 'team.roles.list',
  teamInvites: 'team.members.list',
  teamResources: 'team.view',
  teamSupport: 'team.view',
  teamAudit: 'team.modify',
  organizationAudit: 'organization.modify',
  organizationMembers: 'organization.personnel.list',
  organizationRoles: 'organization.roles.list',
  organizationInvites: 'organization.personnel.list',
  organizationResources: 'organization.view',
  organizationTeams: 'organization.view',
  organizationSupport: 'organization.view',
};

export const OF_BAN_LIST: Readonly<Record<BanListStream, RolePermission>> = {
  banListServers: 'banlist.view',
  banListFollows: 'banlist.view',
  banListRemotes: 'banlist.view',
  banListShares: 'banlist.modify',
  banListWebhooks: 'banlist.modify-integrations',
  bans: 'banlist.list',
  banListAudit: 'banlist.protocol',
};

/** What follows of what somebody holds on the team, and on the server that uses it as a whitelist. */
export const OF_BUCKET: Readonly<Record<BucketStream, BucketPermission>> = {
  bucketServers: 'bucket.view',
  bucketEntries: 'bucket.view',
  bucketAudit: 'bucket.modify',
};
