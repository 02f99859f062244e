/** What an account can be allowed to do with a server. Second specification, section 6. */
export const SERVER_PERMISSION = [
  /** The server in the list, its dashboard and who plays on it. */
  'server.view',
  /** The feed: joins, leaves, chat, kicks, states, admin actions and whose. */
  'server.view.feed',
  /** Addresses and identifiers of players. */
  'server.view.personal',
  /** The console: every line of remote control, and its history. */
  'server.view.console',
  /** Feed and console without what `server.view.personal` opens. */
  'server.view.filtered',
  /** What the server is: version, mods, address for players. Nothing is behind it yet: the version comes with `server.view`. */
  'server.view.info',
  /** What the game writes into its own logs. */
  'server.view.server-log',
  'server.view.audit',
  'server.notes.view',
  'server.notes.edit',
  'server.notes.remove',
  'server.action.kick',
  'server.action.lock',
  /** Commands of the game that Muster knows, each with the permission of what it does. */
  'server.action.console',
  /** Commands that Muster does not know. */
  'server.action.console-raw',
  'server.action.shutdown',
  'server.action.message-private',
  'server.action.message-public',
  /** Bans that the game keeps itself, by the names of what a ban list allows. */
  'server.bans.add-temporary',
  'server.bans.add-permanent',
  'server.bans.remove',
  'server.queue-priority.view',
  'server.queue-priority.add',
  'server.queue-priority.edit',
  'server.queue-priority.remove',
  'server.whitelist.view',
  /** Whether it is in force, and paused. */
  'server.whitelist.modify',
  'server.whitelist.add',
  'server.whitelist.remove',
  'server.reserved-slots.add',
  'server.reserved-slots.remove',
  /** What happens in the game. */
  'server.game.live-map',
  'server.game.teleport',
  'server.game.kill',
  'server.game.heal',
  'server.game.spawn-item',
  /** The time, the weather, events and things of the world. */
  'server.game.dynamic-actions',
  /** Address, RCon password, name, time zone. */
  'server.modify.settings',
  /** What the server does by itself: its schedules and messages. */
  'server.modify.configuration',
  'server.modify.integrations',
  'server.stats.reset-player',
  'server.stats.reset-game',
  'server.stats.reset-all',
  'server.stats.reset-database',
  /** Give and take the permissions of other accounts. */
  'server.personnel',
  /** Let staff act, and cause costs, for the owner. */
  'server.support',
  'server.delete',
] as const;
export type ServerPermission = (typeof SERVER_PERMISSION)[number];

/** What a role can allow with a team. Second specification, section 6. */
export const TEAM_PERMISSION = [
  'team.view',
  /** Its identifier, and what belongs to it. */
  'team.modify',
  'team.members.list',
  'team.members.add',
  'team.members.modify',
  'team.members.remove',
  'team.roles.list',
  'team.roles.create',
  'team.roles.modify',
  'team.roles.delete',
  /** Which role stands above which. */
  'team.hierarchy',
] as const;
export type TeamPermission = (typeof TEAM_PERMISSION)[number];

/** What a role can allow with an organization. Second specification, section 6. */
export const ORGANIZATION_PERMISSION = [
  'organization.view',
  /** Its identifier, and what belongs to it. */
  'organization.modify',
  'organization.teams.add',
  'organization.teams.remove',
  'organization.personnel.list',
  'organization.personnel.add',
  'organization.personnel.modify',
  'organization.personnel.remove',
  'organization.roles.list',
  'organization.roles.create',
  'organization.roles.modify',
  'organization.roles.delete',
] as const;
export type OrganizationPermission = (typeof ORGANIZATION_PERMISSION)[number];

/** What a role can allow with a ban list. Second specification, section 6. */
export const BAN_LIST_PERMISSION = [
  'banlist.view',
  /** The bans in it. */
  'banlist.list',
  'banlist.modify',
  /** Who did what in it. */
  'banlist.protocol',
  'banlist.add-temporary',
  'banlist.add-permanent',
  'banlist.remove',
  /** Bans that they have made themselves. */
  'banlist.remove-own',
  'banlist.modify-integrations',
] as const;
export type BanListPermission = (typeof BAN_LIST_PERMISSION)[number];

/**
 * What somebody can be allowed to do with a bucket. Nobody is given it: it follows from whose bucket it is, and from what they
 * may do on the servers that use it.
 */
export const BUCKET_PERMISSION = [
  /** The entries in it, and the servers that use it. */
  'bucket.view',
  /** What it is called, which servers use it, and who did what in it. */
  'bucket.modify',
  'bucket.add',
  'bucket.edit',
  'bucket.remove',
] as const;
export type BucketPermission = (typeof BUCKET_PERMISSION)[number];

/** What a role of a team can hold: on the team itself, and on what belongs to it. */
export const TEAM_ROLE_PERMISSION = [
  ...TEAM_PERMISSION,
  ...SERVER_PERMISSION,
  ...BAN_LIST_PERMISSION,
] as const;

/** What a role of an organization can hold: on itself, on its teams, and on what belongs to either. */
export const ORGANIZATION_ROLE_PERMISSION = [
  ...ORGANIZATION_PERMISSION,
  ...TEAM_ROLE_PERMISSION,
] as const;
export type RolePermission = (typeof ORGANIZATION_ROLE_PERMISSION)[number];

/**
 * What staff do not hold by an authorization of support: who may do what stays the owner's to say, and so does for how
 * long staff may. What they are let do ends with it.
 */
export const NOT_BY_SUPPORT = [
  'server.personnel',
  'server.support',
  'team.members.add',
  'team.members.modify',
  'team.members.remove',
  'team.roles.create',
  'team.roles.modify',
  'team.roles.delete',
  'team.hierarchy',
  'organization.teams.add',
  'organization.teams.remove',
  'organization.personnel.add',
  'organization.personnel.modify',
  'organization.personnel.remove',
  'organization.roles.create',
  'organization.roles.modify',
  'organization.roles.delete',
] as const satisfies readonly RolePermission[];

/** Whether staff hold it on what they are let act on. */
export function isBySupport(permission: RolePermission): boolean {
  return !(NOT_BY_SUPPORT as readonly RolePermission[]).includes(permission);
}

/** To read the rows of a resource of a server; known by its name, so that a page asks it without any schema. */
export type ReadPermission = Extract<ServerPermission, `server.${string}.view`>;

export function isReadPermission(permission: Permission): permission is ReadPermission {
  return /^server\..+\.view$/.test(permission);
}

/** What an account can be allowed to do with the host itself. The founding account has all of it. */
export const HOST_PERMISSION = ['host.operate', 'host.server.create'] as const;
export type HostPermission = (typeof HOST_PERMISSION)[number];

/** What an account may do with itself. */
export const ACCOUNT_PERMISSION = ['account.self'] as const;
export type AccountPermission = (typeof ACCOUNT_PERMISSION)[number];

/** What an account can be allowed to do with a saved wall. */
export const WALL_PERMISSION = ['wall.view', 'wall.modify'] as const;
export type WallPermission = (typeof WALL_PERMISSION)[number];

/** What an account can be allowed to do with a screen that was paired. */
export const DISPLAY_PERMISSION = ['display.modify'] as const;
export type DisplayPermission = (typeof DISPLAY_PERMISSION)[number];

export type Permission =
  | RolePermission
  | BucketPermission
  | HostPermission
  | AccountPermission
  | WallPermission
  | DisplayPermission;

/** Without seeing a server nobody can do anything with it: each permission brings this one. */
export const IMPLIED_SERVER_PERMISSION: ServerPermission = 'server.view';
