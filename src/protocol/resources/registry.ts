/** Every resource, by its name. What a layer does with each, it reads here. */
import type { z } from 'zod';
import { ARRANGEMENTS } from '../arrangements/resource.ts';
import {
  ACTIVITY,
  AUDIT,
  BAN_LIST_AUDIT,
  BUCKET_AUDIT,
  ORGANIZATION_AUDIT,
  OVERSIGHT,
  TEAM_AUDIT,
} from '../audit/resource.ts';
import {
  BAN_LIST_FOLLOWS,
  BAN_LIST_SERVERS,
  BAN_LISTS,
  BANS,
  SERVER_BAN_LISTS,
} from '../bans/resource.ts';
import { BUCKET_ENTRIES, BUCKET_SERVERS, BUCKETS, SERVER_BUCKETS } from '../buckets/resource.ts';
import { BAN_LIST_REMOTES, BAN_LIST_SHARES } from '../federation/resource.ts';
import { FILES, STORAGE } from '../files/resource.ts';
import { LOGS } from '../game-logs/resource.ts';
import {
  GROUP_INVITES,
  ORGANIZATION_INVITES,
  ORGANIZATION_MEMBERS,
  ORGANIZATION_RESOURCES,
  ORGANIZATION_ROLES,
  ORGANIZATION_TEAMS,
  ORGANIZATIONS,
  TEAM_INVITES,
  TEAM_MEMBERS,
  TEAM_RESOURCES,
  TEAM_ROLES,
  TEAMS,
} from '../groups/resource.ts';
import { INVITES } from '../invitations/resource.ts';
import { MODULES } from '../modules/resource.ts';
import { NOTES } from '../notes/resource.ts';
import { PERSONS } from '../players/resource.ts';
import { PERSONNEL } from '../personnel/resource.ts';
import { QUEUE_SYNC, QUEUE_SYNC_TARGET } from '../queue-sync/resource.ts';
import { JOBS, MESSAGES, PLANS } from '../schedules/resource.ts';
import { VIEWS } from '../saved-views/resource.ts';
import { NAV, SETTINGS } from '../servers/resource.ts';
import { ORGANIZATION_SUPPORT, SUPPORT, TEAM_SUPPORT } from '../support/resource.ts';
import { DISPLAYS, WALLS } from '../walls/resource.ts';
import { BAN_LIST_WEBHOOKS } from '../webhooks/resource.ts';
import type { PagedScope, WhereOf } from './paged.ts';
import type { Scope } from './resource.ts';

/** Those that are kept in one table, with calls to write them. */
export const KEPT = {
  notes: NOTES,
  jobs: JOBS,
  messages: MESSAGES,
} as const;

/** Those that the host tells from tables of their feature. */
export const TOLD = {
  personnel: PERSONNEL,
  persons: PERSONS,
  settings: SETTINGS,
  modules: MODULES,
  queueSync: QUEUE_SYNC,
  queueSyncTarget: QUEUE_SYNC_TARGET,
  plans: PLANS,
  logs: LOGS,
  files: FILES,
  storage: STORAGE,
  displays: DISPLAYS,
  walls: WALLS,
  invites: INVITES,
  nav: NAV,
  arrangements: ARRANGEMENTS,
  views: VIEWS,
  teams: TEAMS,
  organizations: ORGANIZATIONS,
  groupInvites: GROUP_INVITES,
  teamMembers: TEAM_MEMBERS,
  teamRoles: TEAM_ROLES,
  teamInvites: TEAM_INVITES,
  teamResources: TEAM_RESOURCES,
  organizationMembers: ORGANIZATION_MEMBERS,
  organizationRoles: ORGANIZATION_ROLES,
  organizationInvites: ORGANIZATION_INVITES,
  organizationResources: ORGANIZATION_RESOURCES,
  organizationTeams: ORGANIZATION_TEAMS,
  support: SUPPORT,
  teamSupport: TEAM_SUPPORT,
  organizationSupport: ORGANIZATION_SUPPORT,
  banLists: BAN_LISTS,
  banListServers: BAN_LIST_SERVERS,
  banListFollows: BAN_LIST_FOLLOWS,
  banListRemotes: BAN_LIST_REMOTES,
  banListShares: BAN_LIST_SHARES,
  banListWebhooks: BAN_LIST_WEBHOOKS,
  serverBanLists: SERVER_BAN_LISTS,
  buckets: BUCKETS,
  bucketServers: BUCKET_SERVERS,
  serverBuckets: SERVER_BUCKETS,
} as const;

/** Those that are held whole. */
export const RESOURCES = { ...KEPT, ...TOLD } as const;

/** Those of pages. */
export const PAGED = {
  audit: AUDIT,
  teamAudit: TEAM_AUDIT,
  organizationAudit: ORGANIZATION_AUDIT,
  activity: ACTIVITY,
  oversight: OVERSIGHT,
  bans: BANS,
  banListAudit: BAN_LIST_AUDIT,
  bucketEntries: BUCKET_ENTRIES,
  bucketAudit: BUCKET_AUDIT,
} as const;

export type KeptName = keyof typeof KEPT;
export const KEPT_RESOURCE = Object.keys(KEPT) as [KeptName, ...KeptName[]];

export function isKept(name: string): name is KeptName {
  return Object.hasOwn(KEPT, name);
}

export type ToldName = keyof typeof TOLD;

export type ResourceName = KeptName | ToldName;
export const RESOURCE = Object.keys(RESOURCES) as [ResourceName, ...ResourceName[]];

/** A row of a resource. */
export type RowOf<R extends ResourceName> = Readonly<
  z.infer<ReturnType<(typeof RESOURCES)[R]['row']>>
>;

const NAMES: ReadonlySet<string> = new Set(RESOURCE);

export function isResource(name: string): name is ResourceName {
  return NAMES.has(name);
}

/** Those of a server, of a group, of a ban list, of a bucket, and those that an account has for itself. */
export type ScopedName<S extends Scope> = {
  [R in ResourceName]: (typeof RESOURCES)[R]['scope'] extends S ? R : never;
}[ResourceName];

/** Whether the rows are those that an account has for itself, or is told as if. */
export function isOwn(name: string): name is ScopedName<'account'> | PagedOf<'account' | 'host'> {
  if (isPaged(name)) return PAGED[name].scope === 'account' || PAGED[name].scope === 'host';
  return isResource(name) && RESOURCES[name].scope === 'account';
}

/** Whether the rows are those of a group. */
export function isOfGroup(name: string): name is ScopedName<'group'> | PagedOf<'group'> {
  if (isPaged(name)) return PAGED[name].scope === 'group';
  return isResource(name) && scopeOf(name) === 'group';
}

/** Whether the rows are those of a ban list. */
export function isOfBanList(name: string): name is ScopedName<'banlist'> | PagedOf<'banlist'> {
  if (isPaged(name)) return PAGED[name].scope === 'banlist';
  return isResource(name) && scopeOf(name) === 'banlist';
}

/** Whether the rows are those of a bucket. */
export function isOfBucket(name: string): name is ScopedName<'bucket'> | PagedOf<'bucket'> {
  if (isPaged(name)) return PAGED[name].scope === 'bucket';
  return isResource(name) && scopeOf(name) === 'bucket';
}

/** Whose rows they are. */
export function scopeOf(name: ResourceName): Scope {
  return RESOURCES[name].scope;
}

export type PagedName = keyof typeof PAGED;
export const PAGED_RESOURCE = Object.keys(PAGED) as [PagedName, ...PagedName[]];

/** Those of a server, of a group, of a ban list, of a bucket, of an account, of the host. */
export type PagedOf<S extends PagedScope> = {
  [R in PagedName]: (typeof PAGED)[R]['scope'] extends S ? R : never;
}[PagedName];

/** A row of a resource of pages. */
export type PagedRow<R extends PagedName = PagedName> = {
  readonly [P in R]: Readonly<z.infer<ReturnType<(typeof PAGED)[P]['row']>>>;
}[R];

/** What a resource of pages can be sorted by, and narrowed down to. */
export type OrderOf<R extends PagedName> = (typeof PAGED)[R]['orders'][number];
export type PagedWhere<R extends PagedName> = WhereOf<(typeof PAGED)[R]>;

const PAGED_NAMES: ReadonlySet<string> = new Set(PAGED_RESOURCE);

export function isPaged(name: string): name is PagedName {
  return PAGED_NAMES.has(name);
}
