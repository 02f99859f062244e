import type { Query } from '../../../domain/queries.ts';

/** Windows begin at multiples of this; one reaches two steps beyond its own. */
export const WIDGET_STEP = 20;

/** What the sidebar asks for, when the first server that is seen is in the step that begins at `first`. */
export function widgetQuery(first: number): Extract<Query, { view: 'servers' }> {
  const window = { from: Math.max(0, first - WIDGET_STEP), to: first + 3 * WIDGET_STEP };
  return { view: 'servers', filter: {}, sort: 'nav', direction: 'asc', window };
}
