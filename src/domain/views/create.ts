import type { Query } from '../queries.ts';
import { historyId } from '../servers/population.ts';
import type { Rows } from '../state.ts';
import {
  isListQuery,
  isPagesQuery,
  rangeOf,
  type ListQuery,
  type SingleQuery,
} from './canonical.ts';
import { consoleIndex, feedIndex } from './entries.ts';
import { resourceIndex } from '../resources/view.ts';
import { groupsView } from './groups.ts';
import { intentionsIndex, streamsIndex, writesIndex } from './of-server.ts';
import { daysIndex } from '../servers/day.ts';
import { namesIndex, placesIndex, playersIndex } from './players.ts';
import { serversIndex } from './servers.ts';
import { singleView } from './single.ts';
import { totalsView } from './totals.ts';
import { wallIndex } from '../walls/wall-index.ts';
import { EMPTY_VIEW, type View, type ViewIndex } from './view.ts';

/**
 * The view of a query over the rows as they stand; give it every change from then on. Rows of pages are not among
 * them: the host has those.
 */
export function createView(rows: Rows, query: Query): View {
  if (isPagesQuery(query)) return EMPTY_VIEW;
  if (!isListQuery(query)) return createSingle(rows, query);
  const index = createIndex(rows, query);
  const window = index.open(rangeOf(query));
  return {
    snapshot: () => window.snapshot(),
    apply: (changes) => {
      index.apply(changes);
      return window.take();
    },
  };
}

/** The view of a query that has one row at most, or sums. */
export function createSingle(rows: Rows, query: SingleQuery): View {
  switch (query.view) {
    case 'server':
      return singleView(rows, 'servers', query.server_id);
    case 'totals':
      return totalsView(rows);
    case 'groups':
      return groupsView(rows, query);
    case 'account':
      return singleView(rows, 'account', 'me');
    case 'link':
      return singleView(rows, 'link', 'link');
    case 'presence':
      return singleView(rows, 'presence', query.server_id);
    case 'history':
      return singleView(rows, 'history', historyId(query));
  }
}

/**
 * The index that a query's window is on; the same for all queries of one `canonicalList`. `piecewise`: a long one
 * is not complete yet.
 */
export function createIndex(rows: Rows, query: ListQuery, piecewise = false): ViewIndex {
  switch (query.view) {
    case 'servers':
      return serversIndex(rows, query, piecewise);
    case 'wall':
      return wallIndex(rows, query, piecewise);
    case 'players':
      return playersIndex(rows, query);
    case 'names':
      return namesIndex(rows, query.server_id);
    case 'places':
      return placesIndex(rows, query.muster_id);
    case 'feed':
      return feedIndex(rows, query);
    case 'console':
      return consoleIndex(rows, query);
    case 'days':
      return daysIndex(rows, query.server_ids);
    case 'streams':
      return streamsIndex(rows, query.server_id);
    case 'intentions':
      return intentionsIndex(rows, query.server_id);
    case 'rows':
      return resourceIndex(rows, query);
    case 'writes':
      return writesIndex(rows, query.server_id);
  }
}
