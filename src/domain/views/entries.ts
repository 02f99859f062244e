import { entriesOf } from '../feed/entries.ts';
import type { Query } from '../queries.ts';
import type { ConsoleRow, FeedRow } from '../rows.ts';
import type { Rows } from '../state.ts';
import { ListView } from './list-view.ts';
import type { View } from './view.ts';

/** The newest entries of a server's feed, of some kinds or of all. */
export function feedView(rows: Rows, query: Extract<Query, { view: 'feed' }>): View {
  const kinds = new Set(query.kinds);
  const shows = (row: FeedRow): boolean => kinds.size === 0 || kinds.has(row.entry.kind);
  return new ListView<FeedRow>({
    ids: () => entriesOf(rows, 'feed', query.server_id).map((row) => row.id),
    touched: (change) =>
      change.table === 'feed' && (change.after ?? change.before)?.server_id === query.server_id
        ? change.id
        : undefined,
    row: (id) => {
      const row = rows.feed.get(id);
      return row !== undefined && shows(row) ? row : undefined;
    },
    key: (row) => row.seq,
    direction: 'asc',
    window: { last: query.limit },
  });
}

/** The newest lines of a server's console. */
export function consoleView(rows: Rows, query: Extract<Query, { view: 'console' }>): View {
  return new ListView<ConsoleRow>({
    ids: () => entriesOf(rows, 'console', query.server_id).map((row) => row.id),
    touched: (change) =>
      change.table === 'console' && (change.after ?? change.before)?.server_id === query.server_id
        ? change.id
        : undefined,
    row: (id) => rows.console.get(id),
    key: (row) => row.seq,
    direction: 'asc',
    window: { last: query.limit },
  });
}
