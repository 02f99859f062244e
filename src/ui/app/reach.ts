import { isShown } from '../../domain/routes/gates.ts';
import { ROUTES, type Route } from '../../domain/routes/routes.ts';
import type { AccountRow } from '../../domain/rows.ts';
import type { NavLink, PortalPage, Reach } from '../shell/keys/reach.ts';
import type { Screen } from './screen.ts';
import { SCREENS, type ScreenName } from './screens.tsx';

type Known = Omit<Screen<ScreenName>, 'show'>;

const loadShortcuts = async () => (await import('./shortcuts.ts')).screenShortcuts;
/** Kept: a component that waits for it asks again. */
let shortcuts: ReturnType<Reach['shortcuts']> | null = null;

const screens = Object.entries(SCREENS) as unknown as readonly (readonly [ScreenName, Known])[];

/** The pages of the sidebar, in its order. */
const SIDEBAR = [
  'dashboard',
  'history',
  'search',
  'walls',
  'consoles',
  'people',
  'teams',
  'organizations',
  'banManager',
  'buckets',
] as const satisfies readonly ScreenName[];

function reachOf(from: 'portal' | 'served', among: (screen: Known) => boolean): Reach {
  return {
    from,
    pages: screens.flatMap(([name, screen]) => {
      const { pages = [] } = among(screen) ? screen : {};
      return pages.map((page) => ({ ...page, offered: offeredBy(name, page.offered) }));
    }),
    serverPages: screens.flatMap(([, { ofServer = [] }]) => ofServer),
    links: SIDEBAR.flatMap((name): readonly NavLink[] => {
      const screen: Known = SCREENS[name];
      if (screen.link === undefined || !among(screen)) return [];
      return [{ ...screen.link, href: ROUTES[name].path, offered: offeredBy(name) }];
    }),
    shortcuts: () => (shortcuts ??= loadShortcuts()),
  };
}

/** Whom the table of routes shows an entry, and the screen offers it; all, where nobody is signed in. */
function offeredBy(name: ScreenName, also: PortalPage['offered'] = () => true) {
  const route: Route = ROUTES[name];
  return (account: AccountRow | undefined) =>
    (account === undefined || isShown(route, account, Date.now())) && also(account);
}

/** All of the portal. */
export const PORTAL = reachOf('portal', () => true);

/** Of a portal whose host plays a recording. */
export const SERVED = reachOf('served', ({ recorded }) => recorded === true);
