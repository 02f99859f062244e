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
  /** What happens in the game. */
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
  /** Give and take the permissions of other accounts. */
  'server.personnel',
  'server.delete',
] as const;
export type ServerPermission = (typeof SERVER_PERMISSION)[number];

/**
 * The rest of that section, as far as it is about servers: what these are for is not there yet, so nobody can give
 * them. A feature takes its names from here to the list above.
 */
export const RESERVED_SERVER_PERMISSION = [
  'server.view.info',
  'server.view.server-log',
  'server.view.filtered',
  'server.stats.reset-player',
  'server.stats.reset-game',
  'server.stats.reset-all',
  'server.stats.reset-database',
  'server.modify.integrations',
  'server.queue-priority.view',
  'server.queue-priority.add',
  'server.queue-priority.edit',
  'server.queue-priority.remove',
  'server.whitelist.view',
  'server.whitelist.modify',
  'server.whitelist.add',
  'server.whitelist.remove',
  'server.reserved-slots.add',
  'server.reserved-slots.remove',
  'server.game.live-map',
  /** To act, and incur costs, for the owner. */
  'server.support',
] as const;

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
  | ServerPermission
  | HostPermission
  | AccountPermission
  | WallPermission
  | DisplayPermission;

/** Without seeing a server nobody can do anything with it: each permission brings this one. */
export const IMPLIED_SERVER_PERMISSION: ServerPermission = 'server.view';
