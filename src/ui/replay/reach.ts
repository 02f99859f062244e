/** Where the palette and the `g` keys lead from `/replay`. */
import { PORTAL, SERVED, type Reach } from '../pages.ts';

/** The pages that a recording is shown on. */
export const REPLAYED: Reach = {
  from: 'replay',
  pages: PORTAL.pages.filter(({ name }) => name === 'dashboard'),
  serverPages: PORTAL.serverPages.filter(({ name }) => name === 'room' || name === 'logs'),
};

/** All of the portal: nothing is shown yet that one would lose. */
export const CHOOSER: Reach = { ...PORTAL, from: 'chooser' };

/** All of a portal that plays a recording itself. */
export const SERVED_CHOOSER: Reach = { ...SERVED, from: 'chooser' };
