import type { IntentionRow, StreamRow } from '../rows.ts';
import type { WriteRow } from '../write-row.ts';
import type { Rows } from '../state.ts';
import { ListIndex } from './list-index.ts';
import type { SortKey } from './sort-key.ts';

/** The streams of a server or, with null, of what is the account's own, by name. */
export function streamsIndex(rows: Rows, serverId: string | null): ListIndex<StreamRow> {
  return ofServer<StreamRow>('streams', rows.streams, serverId, (row) => row.id);
}

/** The intentions for a server, newest last. */
export function intentionsIndex(rows: Rows, serverId: string): ListIndex<IntentionRow> {
  return ofServer<IntentionRow>('intentions', rows.intentions, serverId, (row) => row.at);
}

/** The writes that are not settled of a server's rows or, with null, of the account's own, newest last. */
export function writesIndex(rows: Rows, serverId: string | null): ListIndex<WriteRow> {
  return ofServer<WriteRow>('writes', rows.writes, serverId, (row) => row.at);
}

/** All rows of a small table that belong to a server, or by null to the account itself. */
function ofServer<R extends StreamRow | IntentionRow | WriteRow>(
  table: 'streams' | 'intentions' | 'writes',
  all: ReadonlyMap<string, R>,
  serverId: string | null,
  key: (row: R) => SortKey,
): ListIndex<R> {
  return new ListIndex<R>({
    ids: () => all.keys(),
    touched: (change) => {
      if (change.table !== table) return undefined;
      // What failed on one server may be asked of another by the same id.
      const { before, after } = change;
      const isOf = before?.server_id === serverId || after?.server_id === serverId;
      return isOf ? change.id : undefined;
    },
    row: (id) => {
      const row = all.get(id);
      return row?.server_id === serverId ? row : undefined;
    },
    key,
    direction: 'asc',
  });
}
