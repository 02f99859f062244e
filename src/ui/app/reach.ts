import { ROUTES } from '../../domain/routes/routes.ts';
import type { NavLink, Reach } from '../shell/keys/reach.ts';
import { SCREENS, type Screen, type ScreenName } from './screens.tsx';

type Known = Omit<Screen<ScreenName>, 'show'>;

const loadShortcuts = async () => (await import('./shortcuts.ts')).screenShortcuts;
/** Kept: a component that waits for it asks again. */
let shortcuts: ReturnType<Reach['shortcuts']> | null = null;

const screens: readonly Known[] = Object.values(SCREENS);

/** The pages of the sidebar, in its order. */
const SIDEBAR = [
  'dashboard',
  'history',
  'walls',
  'consoles',
  'people',
] as const satisfies readonly ScreenName[];

function reachOf(from: 'portal' | 'served', among: (screen: Known) => boolean): Reach {
  return {
    from,
    pages: screens.filter(among).flatMap(({ pages = [] }) => pages),
    serverPages: screens.flatMap(({ ofServer = [] }) => ofServer),
    links: SIDEBAR.flatMap((name): readonly NavLink[] => {
      const screen: Known = SCREENS[name];
      if (screen.link === undefined || !among(screen)) return [];
      return [{ ...screen.link, href: ROUTES[name].path }];
    }),
    shortcuts: () => (shortcuts ??= loadShortcuts()),
  };
}

/** All of the portal. */
export const PORTAL = reachOf('portal', () => true);

/** Of a portal whose host plays a recording. */
export const SERVED = reachOf('served', ({ recorded }) => recorded === true);
