/** Every path of the portal and how to build it. */

export const ROUTES = {
  home: '/',
  dashboard: '/dashboard',
  serverDashboard: '/dashboard/:server_id',
  addServer: '/servers/add',
  server: '/server/:server_id',
  serverComponent: '/server/:server_id/:component',
  serverWindow: '/server/:server_id/window/:panel',
  consoles: '/consoles',
  inspector: '/inspector',
  walls: '/walls',
  newWall: '/walls/new',
  pairDisplay: '/walls/pair',
  editWall: '/walls/:wall_id',
  display: '/display',
  replay: '/replay',
  quickWall: '/wall',
  wall: '/wall/:wall_id',
  logout: '/logout',
} as const;

/** Components of the server view. */
export const SERVER_COMPONENT = ['overview', 'logs-server', 'access-restricted'] as const;
export type ServerComponent = (typeof SERVER_COMPONENT)[number];

/** What can be shown in a window of its own. */
export const WINDOW_PANEL = ['console', 'feed', 'players'] as const;
export type WindowPanel = (typeof WINDOW_PANEL)[number];

export const to = {
  dashboard: () => ROUTES.dashboard,
  serverDashboard: (serverId: string) => `/dashboard/${serverId}`,
  addServer: () => ROUTES.addServer,
  server: (serverId: string, component: ServerComponent) => `/server/${serverId}/${component}`,
  /** One panel of a server, in a window of its own. */
  serverWindow: (serverId: string, panel: WindowPanel) => `/server/${serverId}/window/${panel}`,
  /** `tiles`: what `writeTiles` made of them. */
  consoles: (tiles = '') => ROUTES.consoles + tiles,
  inspector: () => ROUTES.inspector,
  walls: () => ROUTES.walls,
  newWall: () => ROUTES.newWall,
  pairDisplay: (wallId?: string) =>
    wallId === undefined ? ROUTES.pairDisplay : `${ROUTES.pairDisplay}?wall=${wallId}`,
  editWall: (wallId: string) => `/walls/${wallId}`,
  replay: () => ROUTES.replay,
  /** `search` as the dashboard's address has it. */
  quickWall: (search: string) => ROUTES.quickWall + search,
  wall: (wallId: string) => `/wall/${wallId}`,
  logout: () => ROUTES.logout,
  /** The sign-in site, which brings back to where the person was, and says so when a session expired. */
  signIn: (next: string, expired = false) =>
    `/auth?next=${encodeURIComponent(next)}${expired ? '&expired' : ''}`,
} as const;
