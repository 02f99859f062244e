import { canonicalJson } from '../canonical-json.ts';
import type { Query, Range } from '../queries.ts';
import type { Rows } from '../state.ts';
import { consoleIndex, feedIndex } from './entries.ts';
import { resourceIndex } from '../resources/view.ts';
import { intentionsIndex, streamsIndex, writesIndex } from './of-server.ts';
import { playersIndex } from './players.ts';
import { serversIndex } from './servers.ts';
import { singleView } from './single.ts';
import { totalsView } from './totals.ts';
import type { View, ViewIndex } from './view.ts';

/** Queries of lists: what they show is a window on an index. */
export type ListQuery = Extract<
  Query,
  {
    view: 'servers' | 'players' | 'feed' | 'console' | 'streams' | 'intentions' | 'rows' | 'writes';
  }
>;

export function isListQuery(query: Query): query is ListQuery {
  switch (query.view) {
    case 'servers':
    case 'players':
    case 'feed':
    case 'console':
    case 'streams':
    case 'intentions':
    case 'rows':
    case 'writes':
      return true;
    default:
      return false;
  }
}

/** The view of a query over the rows as they stand; give it every change from then on. */
export function createView(rows: Rows, query: Query): View {
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

/** The view of a query that has one row at most. */
export function createSingle(rows: Rows, query: Exclude<Query, ListQuery>): View {
  switch (query.view) {
    case 'server':
      return singleView(rows, 'servers', query.server_id);
    case 'totals':
      return totalsView(rows);
    case 'account':
      return singleView(rows, 'account', 'me');
    case 'link':
      return singleView(rows, 'link', 'link');
    case 'presence':
      return singleView(rows, 'presence', query.server_id);
    case 'history':
      return singleView(rows, 'history', `${query.server_id}:${query.span}`);
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
    case 'players':
      return playersIndex(rows, query);
    case 'feed':
      return feedIndex(rows, query);
    case 'console':
      return consoleIndex(rows, query);
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

/** Which part of its list a query shows. */
export function rangeOf(query: ListQuery): Range {
  if ('window' in query) return query.window;
  return 'limit' in query ? { last: query.limit } : { from: 0, to: Infinity };
}

/** Where in its list a query's window begins; 0 where that is not known or means nothing. */
export function beginOf(query: Query): number {
  return 'window' in query ? query.window.from : 0;
}

/** A query's identity: queries that show the same have the same text. */
export function canonicalQuery(query: Query): string {
  switch (query.view) {
    case 'servers': {
      const text = query.filter.text?.trim().toLowerCase();
      const filter = {
        text: text === '' ? undefined : text,
        games: listed(query.filter.games),
        states: listed(query.filter.states),
      };
      return canonicalJson({ ...query, filter });
    }
    case 'players':
    case 'rows':
      return canonicalJson({ ...query, text: query.text.trim().toLowerCase() });
    case 'feed':
      return canonicalJson({ ...query, kinds: listed(query.kinds) });
    default:
      return canonicalJson(query);
  }
}

/** The identity of a query's list: queries that show parts of one list have the same text. */
export function canonicalList(query: Query): string {
  if ('window' in query) return canonicalQuery({ ...query, window: { from: 0, to: 0 } });
  return canonicalQuery('limit' in query ? { ...query, limit: 0 } : query);
}

/** A set of values in one order; none at all is the same as all. */
function listed<T extends string | number>(values: readonly T[] | undefined): T[] | undefined {
  if (values === undefined || values.length === 0) return undefined;
  return [...new Set(values)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
