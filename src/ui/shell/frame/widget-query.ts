import type { Query } from '../../../domain/queries.ts';

const SHOWN = 12;

/** The servers in the sidebar. */
export const WIDGET_QUERY = {
  view: 'servers',
  filter: {},
  sort: 'identifier',
  direction: 'asc',
  window: { from: 0, to: SHOWN },
} as const satisfies Query;
