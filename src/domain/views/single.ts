import type { Change } from '../change.ts';
import type { ViewChange, ViewRow } from '../queries.ts';
import type { Rows } from '../state.ts';
import { NO_VIEW_CHANGES, type View, type ViewSnapshot } from './view.ts';

type SingleTable = 'account' | 'servers' | 'link' | 'presence' | 'history';

/** A view of one row, or none. */
export function singleView(rows: Rows, table: SingleTable, id: string): View {
  const read = (): ViewRow | undefined => rows[table].get(id);
  let shown = read();
  return {
    snapshot: (): ViewSnapshot =>
      shown === undefined
        ? { rows: [], order: [], total: 0 }
        : { rows: [shown], order: [id], total: 1 },
    apply: (changes: readonly Change[]): readonly ViewChange[] => {
      if (!changes.some((change) => change.table === table && change.id === id)) {
        return NO_VIEW_CHANGES;
      }
      const before = shown;
      shown = read();
      if (shown === before) return NO_VIEW_CHANGES;
      if (shown === undefined) {
        return [
          { op: 'remove', id },
          { op: 'order', ids: [] },
          { op: 'total', total: 0 },
        ];
      }
      const set: ViewChange = { op: 'set', row: shown };
      return before === undefined
        ? [set, { op: 'order', ids: [id] }, { op: 'total', total: 1 }]
        : [set];
    },
  };
}
