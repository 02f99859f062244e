/** Every address of the portal and of its sign-in site: its path, where it leads on, and what stands before it. */

import type { GroupKind } from '../../protocol/groups/limits.ts';

/** Components of the server view. */
export const SERVER_COMPONENT = [
  'overview',
  'schedules',
  'modules',
  'logs-server',
  'access-restricted',
] as const;
export type ServerComponent = (typeof SERVER_COMPONENT)[number];

/** Parts of a server that are panels of its overview, and of its modules. */
const OVERVIEW_PART = [
  'protocol',
  'settings',
  'personnel',
  'queue-priority',
  'name-filter',
  'chat-filter',
] as const;
const MODULES_PART = ['whitelist', 'reserved-slots'] as const;
export type ServerPart = (typeof OVERVIEW_PART)[number] | (typeof MODULES_PART)[number];

/** What can be shown in a window of its own. */
export const WINDOW_PANEL = ['console', 'feed', 'players'] as const;
export type WindowPanel = (typeof WINDOW_PANEL)[number];

export interface Route {
  /** `:name` takes one part of the path. */
  readonly path: string;
  /** What a part may be, where it is one of a few; another is no page. */
  readonly among?: Readonly<Record<string, readonly string[]>>;
  /** What is below its path belongs to it too. */
  readonly nest?: true;
  /** It is no page, and leads to this path, which has the same parts. */
  readonly redirect?: string;
  /** Who sees it: an account that is signed in, or whoever comes; the page says the rest itself. */
  readonly guard: 'account' | 'anybody';
  /**
   * What stands before it beside the guard (`gates.ts`); whoever may not is led to the dashboard. `server`: its server must
   * be there and open to the account (`server-gate.ts`).
   */
  readonly gate?: 'server' | Gate;
  /** Who is shown an entry for it; absent: nobody. */
  readonly shown?: Shown;
  /** It speaks of plans: where they do not bind, it leads to the dashboard. */
  readonly plans?: true;
  /** Its screen is still to come: nobody is shown an entry, and it leads where the gate leads who may not. */
  readonly later?: true;
}

/** First specification, section 2. `player`: a subscriber, or whoever has a server. */
export type Gate = 'player' | 'teams' | 'organizations' | 'team';

/** Who is shown an entry: everybody, or a subscriber or whoever has what is named. */
export type Shown = 'all' | 'server' | 'team' | 'organization';

/** The portal's routes by their names; of two that a path fits, the one that stands first. */
export const ROUTES = {
  home: { path: '/', redirect: '/dashboard', guard: 'account' },
  dummy: { path: '/dummy', guard: 'anybody' },
  upgrade: { path: '/upgrade-account', guard: 'account', plans: true },
  authorize: { path: '/authorize/:application_id', guard: 'account', later: true },
  dashboard: { path: '/dashboard', guard: 'account', shown: 'server' },
  serverDashboard: { path: '/dashboard/:server_id', guard: 'account', gate: 'server' },
  /** Where the charts once stood: links are kept. */
  serverCharts: {
    path: '/dashboard/:server_id/charts',
    redirect: '/dashboard/:server_id?panel=chart',
    guard: 'account',
  },
  addServer: { path: '/servers/add', guard: 'account', shown: 'all' },
  server: {
    path: '/server/:server_id',
    redirect: '/server/:server_id/overview',
    guard: 'account',
  },
  /** Parts of a server that stand on a page with others. */
  serverPlayers: {
    path: '/server/:server_id/players',
    redirect: '/dashboard/:server_id?panel=players',
    guard: 'account',
  },
  serverPart: {
    path: '/server/:server_id/:part',
    among: { part: OVERVIEW_PART },
    redirect: '/server/:server_id/overview?part=:part',
    guard: 'account',
  },
  serverModule: {
    path: '/server/:server_id/:part',
    among: { part: MODULES_PART },
    redirect: '/server/:server_id/modules?part=:part',
    guard: 'account',
  },
  serverConfiguration: {
    path: '/server/:server_id/configuration',
    redirect: '/server/:server_id/modules',
    guard: 'account',
  },
  serverLater: {
    path: '/server/:server_id/:part',
    among: { part: ['webhooks', 'integrations'] },
    guard: 'account',
    gate: 'server',
    later: true,
  },
  serverComponent: {
    path: '/server/:server_id/:component',
    among: { component: SERVER_COMPONENT },
    guard: 'account',
    gate: 'server',
  },
  serverWindow: {
    path: '/server/:server_id/window/:panel',
    among: { panel: WINDOW_PANEL },
    guard: 'account',
    gate: 'server',
  },
  history: { path: '/history', guard: 'account', shown: 'server' },
  /** A server as it was; what is below is the portal as it was then. */
  past: { path: '/past/:server_id/:moment', nest: true, guard: 'account', gate: 'server' },
  people: { path: '/people', guard: 'account', shown: 'all' },
  invite: { path: '/people/invite', guard: 'account', shown: 'server' },
  /** Where somebody may do what. */
  person: { path: '/people/:muster_id', guard: 'account' },
  preferences: { path: '/preferences', redirect: '/preferences/server-nav', guard: 'account' },
  serverNav: { path: '/preferences/server-nav', guard: 'account', shown: 'server' },
  /** What was done with the account that is signed in; and with all, for whoever operates the host. */
  activity: { path: '/account/activity', guard: 'account', shown: 'all' },
  storage: { path: '/account/storage', guard: 'account', shown: 'server' },
  oversight: { path: '/host/audit', guard: 'account', shown: 'all' },
  /** For staff. */
  reviews: { path: '/host/reviews', guard: 'account', shown: 'all' },
  schedules: { path: '/schedules', guard: 'account', shown: 'server' },
  consoles: { path: '/consoles', guard: 'account', shown: 'server' },
  inspector: { path: '/inspector', guard: 'account', shown: 'all' },
  replay: { path: '/replay', nest: true, guard: 'anybody', shown: 'all' },
  walls: { path: '/walls', guard: 'account', shown: 'server' },
  newWall: { path: '/walls/new', guard: 'account', shown: 'server' },
  pairDisplay: { path: '/walls/pair', guard: 'account', shown: 'server' },
  editWall: { path: '/walls/:wall_id', guard: 'account' },
  display: { path: '/display', guard: 'anybody' },
  quickWall: { path: '/wall', guard: 'account', shown: 'server' },
  wall: { path: '/wall/:wall_id', guard: 'account' },
  subscribe: {
    path: '/subscribe',
    redirect: '/billing/subscription',
    guard: 'account',
    plans: true,
  },
  subscribeReturn: {
    path: '/subscribe/return',
    redirect: '/subscribe',
    guard: 'account',
    plans: true,
  },
  account: { path: '/account', guard: 'account', shown: 'all', later: true },
  invoices: { path: '/invoices', redirect: '/billing/invoices', guard: 'account', plans: true },
  invoice: { path: '/invoice/:invoice_id', guard: 'account', plans: true, later: true },
  buckets: { path: '/buckets', guard: 'account', shown: 'all' },
  bucket: { path: '/buckets/:bucket_id', guard: 'account', shown: 'all' },
  support: { path: '/support', guard: 'account', shown: 'all', later: true },
  openTicket: { path: '/support/open', guard: 'account', later: true },
  ticket: { path: '/support/:ticket_id', guard: 'account', later: true },
  search: { path: '/search', guard: 'account', gate: 'player', shown: 'server' },
  ownProfile: {
    path: '/profile',
    guard: 'account',
    gate: 'player',
    shown: 'server',
  },
  profile: { path: '/profile/:muster_id', guard: 'account', gate: 'player' },
  banManager: {
    path: '/ban-manager',
    guard: 'account',
    gate: 'player',
    shown: 'server',
  },
  banList: { path: '/ban-manager/:banlist_id', guard: 'account', gate: 'player' },
  watchers: { path: '/watchers', guard: 'account', gate: 'player', shown: 'server', later: true },
  teams: { path: '/teams', guard: 'account', gate: 'teams', shown: 'team' },
  team: { path: '/teams/:team_id', guard: 'account', gate: 'team' },
  organizations: {
    path: '/organizations',
    guard: 'account',
    gate: 'organizations',
    shown: 'organization',
  },
  organization: { path: '/organizations/:organization_id', guard: 'account', gate: 'team' },
  billing: { path: '/billing', guard: 'account', shown: 'all', plans: true, later: true },
  approveBilling: { path: '/billing/approve', guard: 'account', plans: true, later: true },
  billingComponent: {
    path: '/billing/:component',
    among: { component: ['subscription', 'invoices'] },
    guard: 'account',
    plans: true,
    later: true,
  },
  logout: { path: '/logout', guard: 'anybody', shown: 'all' },
} as const satisfies Readonly<Record<string, Route>>;

/** The pages of the sign-in site, which stands beside the portal. */
export const AUTH_ROUTES = {
  signIn: { path: '/auth', guard: 'anybody' },
  signUp: { path: '/auth/sign-up', guard: 'anybody' },
  forgot: { path: '/auth/forgot', guard: 'anybody' },
  reset: { path: '/auth/reset', guard: 'anybody' },
  verify: { path: '/auth/verify', guard: 'anybody' },
  setUp: { path: '/auth/set-up', guard: 'anybody' },
} as const satisfies Readonly<Record<string, Route>>;
export type AuthRouteName = keyof typeof AUTH_ROUTES;

type Routes = typeof ROUTES;
export type RouteName = keyof Routes;

type Parts<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? Parts<Part> | Parts<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** The parts of a route's path by their names. */
export type ParamsOf<Name extends RouteName> = {
  readonly [Part in Parts<Routes[Name]['path']>]: Routes[Name] extends {
    readonly among: Readonly<Record<Part, readonly (infer Known)[]>>;
  }
    ? Known
    : string;
};

/** A route whose screen is still to come. */
export type LaterName = {
  [Name in RouteName]: Routes[Name] extends { readonly later: true } ? Name : never;
}[RouteName];

/** A route that is no page. */
export type RedirectName = {
  [Name in RouteName]: Routes[Name] extends { readonly redirect: string } ? Name : never;
}[RouteName];

/** What a path is the address of. */
export type Found<Name extends RouteName = RouteName> = {
  [One in Name]: { readonly name: One; readonly params: ParamsOf<One> };
}[Name];

/** A moment as addresses have it, in whole seconds: `2026-11-22T20:00:00Z`. */
export function addressMoment(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** How to build the portal's addresses. */
export const to = {
  dashboard: (search = '') => ROUTES.dashboard.path + search,
  serverDashboard: (serverId: string) => `/dashboard/${serverId}`,
  /** Its charts: a tab of its dashboard. */
  serverCharts: (serverId: string) => `/dashboard/${serverId}?panel=chart`,
  addServer: () => ROUTES.addServer.path,
  server: (serverId: string, component: ServerComponent) => `/server/${serverId}/${component}`,
  /** One panel of a server, in a window of its own. */
  serverWindow: (serverId: string, panel: WindowPanel) => `/server/${serverId}/window/${panel}`,
  /** `search` as the page's address has it. */
  history: (search = '') => ROUTES.history.path + search,
  /** A server at a moment, epoch milliseconds; `path`: which of the screens, as they are without it. */
  past: (serverId: string, at: number, path = `/dashboard/${serverId}`) =>
    `/past/${serverId}/${addressMoment(at)}${path}`,
  people: () => ROUTES.people.path,
  person: (musterId: string) => `/people/${musterId}`,
  invite: (serverId?: string) =>
    serverId === undefined ? ROUTES.invite.path : `${ROUTES.invite.path}?server=${serverId}`,
  /** All teams, or all organizations. */
  groups: (kind: GroupKind) => ROUTES[`${kind}s`].path,
  /** A team or an organization; `search` as its page's address has it. */
  group: (kind: GroupKind, groupId: string, search = '') =>
    `${ROUTES[`${kind}s`].path}/${groupId}${search}`,
  /** `search` as the page's address has it. */
  search: (search = '') => ROUTES.search.path + search,
  ownProfile: () => ROUTES.ownProfile.path,
  /** Whatever identifies a person leads to them too. */
  profile: (musterId: string, search = '') => `/profile/${encodeURIComponent(musterId)}${search}`,
  banManager: () => ROUTES.banManager.path,
  /** A ban list; `search` as its page's address has it. */
  buckets: () => ROUTES.buckets.path,
  bucket: (bucketId: string, search = '') => `${ROUTES.buckets.path}/${bucketId}${search}`,
  banList: (listId: string, search = '') => `${ROUTES.banManager.path}/${listId}${search}`,
  /** A ban, on the page of its list. */
  ban: (listId: string, banId: string) =>
    `${ROUTES.banManager.path}/${listId}?tab=bans&ban=${banId}`,
  serverNav: () => ROUTES.serverNav.path,
  storage: () => ROUTES.storage.path,
  activity: (search = '') => ROUTES.activity.path + search,
  oversight: (search = '') => ROUTES.oversight.path + search,
  /** The ban lists that staff verify, or one of them. */
  reviews: (listId?: string) =>
    ROUTES.reviews.path + (listId === undefined ? '' : `?list=${listId}`),
  schedules: () => ROUTES.schedules.path,
  consoles: () => ROUTES.consoles.path,
  inspector: () => ROUTES.inspector.path,
  walls: () => ROUTES.walls.path,
  newWall: () => ROUTES.newWall.path,
  pairDisplay: (wallId?: string) =>
    wallId === undefined ? ROUTES.pairDisplay.path : `${ROUTES.pairDisplay.path}?wall=${wallId}`,
  editWall: (wallId: string) => `/walls/${wallId}`,
  display: () => ROUTES.display.path,
  replay: () => ROUTES.replay.path,
  /** `search` as the dashboard's address has it. */
  quickWall: (search: string) => ROUTES.quickWall.path + search,
  wall: (wallId: string) => `/wall/${wallId}`,
  logout: () => ROUTES.logout.path,
  /** Says that the plan stopped the account, and goes on to where they were. */
  upgrade: (next: string) => `${ROUTES.upgrade.path}?next=${encodeURIComponent(next)}`,
  /** The sign-in site, which brings back to where the person was, and says so when a session expired. */
  signIn: (next: string, expired = false) =>
    `${AUTH_ROUTES.signIn.path}?next=${encodeURIComponent(next)}${expired ? '&expired' : ''}`,
} as const;
