import type { Change } from '../change.ts';
import { Draft } from '../draft.ts';
import type { HistoryRow } from '../rows.ts';
import type { Rows } from '../state.ts';

/** Population history as the host answered it; replaces what is held of the span. */
export function reduceHistory(rows: Rows, data: Omit<HistoryRow, 'id'>): readonly Change[] {
  const { server_id, span, step, points } = data;
  const id = `${server_id}:${span}`;
  const draft = new Draft(rows);
  draft.put('history', id, { id, server_id, span, step, points });
  return draft.changes();
}
