import type { Draft } from '../draft.ts';
import { TABLES } from '../tables.ts';
import type { Rows } from '../state.ts';

/** Removes everything but the link itself, into a draft; nothing fresh is known any more. */
export function emptied(rows: Rows, draft: Draft): void {
  for (const table of TABLES) {
    if (table === 'link') continue;
    for (const id of rows[table].keys()) draft.put(table, id, undefined);
  }
  const link = rows.link.get('link');
  if (link !== undefined) draft.put('link', 'link', { ...link, fresh_at: null });
}
