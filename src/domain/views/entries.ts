import { entriesOf } from '../feed/entries.ts';
import type { Query } from '../queries.ts';
import type { ConsoleRow, FeedRow } from '../rows.ts';
import type { Rows } from '../state.ts';
import { ListIndex } from './list-index.ts';

/** The entries of a server's feed, of some kinds or of all. */
export function feedIndex(rows: Rows, query: Extract<Query, { view: 'feed' }>): ListIndex<FeedRow> {
  const kinds = new Set(query.kinds);
  const shows = (row: FeedRow): boolean => kinds.size === 0 || kinds.has(row.entry.kind);
  return new ListIndex<FeedRow>({
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
  });
}

/** The lines of a server's console. */
export function consoleIndex(
  rows: Rows,
  query: Extract<Query, { view: 'console' }>,
): ListIndex<ConsoleRow> {
  return new ListIndex<ConsoleRow>({
    ids: () => entriesOf(rows, 'console', query.server_id).map((row) => row.id),
    touched: (change) =>
      change.table === 'console' && (change.after ?? change.before)?.server_id === query.server_id
        ? change.id
        : undefined,
    row: (id) => rows.console.get(id),
    key: (row) => row.seq,
    direction: 'asc',
  });
}
