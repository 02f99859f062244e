/**
 * What the palette, the `g` keys and their help know of every route. A route without an entry here does
 * not compile.
 */
import { may, mayHost, mayManage, mayReadLogs } from '../domain/permissions.ts';
import type { AccountRow } from '../domain/rows.ts';
import { to, type ROUTES } from './routes.ts';

/** A page with an address of its own. */
export interface PortalPage {
  readonly name: string;
  readonly href: string;
  /** The letter that goes there after `g`. */
  readonly key?: string;
  /** A host that plays a recording has it too. */
  readonly recorded?: true;
  /** Whether the account is offered it; everybody is, where this is absent. */
  readonly offered?: (account: AccountRow | undefined) => boolean;
}

/** A page of one server. */
export interface ServerPage {
  readonly name: string;
  readonly href: (serverId: string) => string;
  readonly offered: (account: AccountRow | undefined, serverId: string) => boolean;
}

type Entry =
  | { readonly pages: readonly PortalPage[] }
  | { readonly ofServer: readonly ServerPage[] }
  /** Nobody goes there on purpose: it leads elsewhere, or shows by itself. */
  | { readonly none: true };

const NONE = { none: true } as const;

const BY_ROUTE = {
  home: NONE,
  dashboard: {
    pages: [{ name: 'dashboard', href: to.dashboard(), key: 'd', recorded: true }],
  },
  serverDashboard: {
    ofServer: [
      {
        name: 'room',
        href: to.serverDashboard,
        offered: (account, id) => may(account, id, 'server.view'),
      },
    ],
  },
  addServer: {
    pages: [
      {
        name: 'addServer',
        href: to.addServer(),
        key: 'a',
        offered: (account) => mayHost(account, 'host.server.create'),
      },
    ],
  },
  server: NONE,
  serverComponent: {
    ofServer: [
      { name: 'overview', href: (id) => to.server(id, 'overview'), offered: mayManage },
      { name: 'logs', href: (id) => to.server(id, 'logs-server'), offered: mayReadLogs },
    ],
  },
  serverWindow: {
    ofServer: [
      {
        name: 'consoleWindow',
        href: (id) => to.serverWindow(id, 'console'),
        offered: (account, id) => may(account, id, 'server.view.console'),
      },
      {
        name: 'feedWindow',
        href: (id) => to.serverWindow(id, 'feed'),
        offered: (account, id) => may(account, id, 'server.view.feed'),
      },
      {
        name: 'playersWindow',
        href: (id) => to.serverWindow(id, 'players'),
        offered: (account, id) => may(account, id, 'server.view'),
      },
    ],
  },
  consoles: { pages: [{ name: 'consoles', href: to.consoles(), key: 'c', recorded: true }] },
  inspector: {
    pages: [{ name: 'inspector', href: to.inspector(), key: 'i', recorded: true }],
  },
  replay: { pages: [{ name: 'replay', href: to.replay(), key: 'r', recorded: true }] },
  walls: { pages: [{ name: 'walls', href: to.walls(), key: 's' }] },
  newWall: { pages: [{ name: 'newWall', href: to.newWall() }] },
  pairDisplay: { pages: [{ name: 'pairDisplay', href: to.pairDisplay() }] },
  editWall: NONE,
  display: NONE,
  quickWall: { pages: [{ name: 'quickWall', href: to.quickWall(''), key: 'w' }] },
  wall: NONE,
  logout: { pages: [{ name: 'logout', href: to.logout() }] },
} as const satisfies Readonly<Record<keyof typeof ROUTES, Entry>>;

type Entries = (typeof BY_ROUTE)[keyof typeof BY_ROUTE];
type NameIn<Kind extends 'pages' | 'ofServer'> =
  Extract<Entries, Readonly<Record<Kind, unknown>>> extends infer Found
    ? Found extends Readonly<Record<Kind, readonly { readonly name: infer Name }[]>>
      ? Name
      : never
    : never;
export type PortalPageName = NameIn<'pages'>;
export type ServerPageName = NameIn<'ofServer'>;

const entries: readonly Entry[] = Object.values(BY_ROUTE);

type NamedPage = PortalPage & { readonly name: PortalPageName };
type NamedServerPage = ServerPage & { readonly name: ServerPageName };

/** Every page with an address of its own, in the order of the routes. */
export const PAGES = entries.flatMap((entry) =>
  'pages' in entry ? entry.pages : [],
) as readonly NamedPage[];

/** Every page of a server, the one that its name leads to first. */
export const SERVER_PAGES = entries.flatMap((entry) =>
  'ofServer' in entry ? entry.ofServer : [],
) as readonly NamedServerPage[];

/** Where the palette and the `g` keys lead from a page. */
export interface Reach {
  /** Only in the portal can something be asked of a server: the others show a recording, or choose one. */
  readonly from: 'portal' | 'served' | 'replay' | 'chooser';
  readonly pages: readonly NamedPage[];
  readonly serverPages: readonly NamedServerPage[];
}

export const PORTAL: Reach = { from: 'portal', pages: PAGES, serverPages: SERVER_PAGES };

/** Of a portal whose host plays a recording. */
export const SERVED: Reach = {
  from: 'served',
  pages: PAGES.filter(({ recorded }) => recorded === true),
  serverPages: SERVER_PAGES,
};
