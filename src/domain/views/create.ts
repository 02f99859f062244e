import { canonicalJson } from '../canonical-json.ts';
import type { Query } from '../queries.ts';
import type { Rows } from '../state.ts';
import { consoleView, feedView } from './entries.ts';
import { intentionsView, streamsView } from './of-server.ts';
import { playersView } from './players.ts';
import { serversView } from './servers.ts';
import { singleView } from './single.ts';
import { totalsView } from './totals.ts';
import type { View } from './view.ts';

/** The view of a query over the rows as they stand; give it every change from then on. */
export function createView(rows: Rows, query: Query): View {
  switch (query.view) {
    case 'servers':
      return serversView(rows, query);
    case 'server':
      return singleView(rows, 'servers', query.server_id);
    case 'players':
      return playersView(rows, query);
    case 'feed':
      return feedView(rows, query);
    case 'console':
      return consoleView(rows, query);
    case 'totals':
      return totalsView(rows);
    case 'account':
      return singleView(rows, 'account', 'me');
    case 'link':
      return singleView(rows, 'link', 'link');
    case 'presence':
      return singleView(rows, 'presence', query.server_id);
    case 'streams':
      return streamsView(rows, query.server_id);
    case 'history':
      return singleView(rows, 'history', `${query.server_id}:${query.span}`);
    case 'intentions':
      return intentionsView(rows, query.server_id);
  }
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
      return canonicalJson({ ...query, text: query.text.trim().toLowerCase() });
    case 'feed':
      return canonicalJson({ ...query, kinds: listed(query.kinds) });
    default:
      return canonicalJson(query);
  }
}

/** A set of values in one order; none at all is the same as all. */
function listed<T extends string | number>(values: readonly T[] | undefined): T[] | undefined {
  if (values === undefined || values.length === 0) return undefined;
  return [...new Set(values)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
