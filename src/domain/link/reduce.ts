import { NO_CHANGES, type Change } from '../change.ts';
import { Draft } from '../draft.ts';
import type { ConnectionState, MemoryOnly } from '../rows.ts';
import type { Rows } from '../state.ts';
import { emptied } from './emptied.ts';

/** `fresh_at` moves in steps of at least this many milliseconds: nobody reads it finer. */
const FRESH_STEP = 1_000;

/** The connection to the host, as the link sees it. */
export function reduceConnection(rows: Rows, connection: ConnectionState): readonly Change[] {
  const draft = new Draft(rows);
  const before = rows.link.get('link');
  draft.put('link', 'link', { fresh_at: null, ...before, id: 'link', connection });
  return draft.changes();
}

/** Whether what is shown is kept on the disk. */
export function reduceKeeping(rows: Rows, memory_only: MemoryOnly | null): readonly Change[] {
  const before = rows.link.get('link');
  if (before === undefined) return NO_CHANGES;
  return [{ table: 'link', id: 'link', before, after: { ...before, memory_only } }];
}

/** Signed out: everything goes but the link itself. */
export function reduceEmptied(rows: Rows): readonly Change[] {
  const draft = new Draft(rows);
  emptied(rows, draft);
  return draft.changes();
}

/** The host told something that was true at `at`. Without a link (in the host itself) nothing changes. */
export function refreshed(rows: Rows, at: number): readonly Change[] {
  const before = rows.link.get('link');
  if (before === undefined) return NO_CHANGES;
  if (before.fresh_at !== null && at < before.fresh_at + FRESH_STEP) return NO_CHANGES;
  return [{ table: 'link', id: 'link', before, after: { ...before, fresh_at: at } }];
}
