import type { Query } from '../../../domain/queries.ts';
import type { DashboardAddress } from '../../parts/addresses/servers.ts';

/** Windows begin at multiples of this, so that scrolling asks seldom; a window reaches 100 rows beyond its step. */
export const WINDOW_STEP = 50;

/** What the dashboard's table asks for, when its first row on the screen is in the step that begins at `first`. */
export function serversQuery(
  { filter, sort, direction }: DashboardAddress,
  first: number,
): Extract<Query, { view: 'servers' }> {
  const window = { from: Math.max(0, first - WINDOW_STEP), to: first + 3 * WINDOW_STEP };
  return { view: 'servers', filter, sort, direction, window };
}
