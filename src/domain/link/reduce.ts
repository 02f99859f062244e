import { NO_CHANGES, type Change } from '../change.ts';
import { Draft } from '../draft.ts';
import type { ConnectionState, LinkRow } from '../rows.ts';
import type { Rows } from '../state.ts';
import { emptied } from './emptied.ts';

/** `fresh_at` moves in steps of at least this many milliseconds: nobody reads it finer. */
const FRESH_STEP = 1_000;
/** The host says every 15 s what time it is: what is this far ahead of its last word has another clock. */
const BELIEVED_AHEAD = 60_000;

/** The connection to the host, as the link sees it. */
export function reduceConnection(rows: Rows, connection: ConnectionState): readonly Change[] {
  const draft = new Draft(rows);
  const before = rows.link.get('link');
  draft.put('link', 'link', { fresh_at: null, ...before, id: 'link', connection });
  return draft.changes();
}

/** Whether what is shown is kept on the disk, or what of it the host does not give. */
export function reduceNoted(
  rows: Rows,
  noted: Pick<LinkRow, 'memory_only' | 'refused'>,
): readonly Change[] {
  const before = rows.link.get('link');
  if (before === undefined) return NO_CHANGES;
  return [{ table: 'link', id: 'link', before, after: { ...before, ...noted } }];
}

/** Signed out: everything goes but the link itself. */
export function reduceEmptied(rows: Rows): readonly Change[] {
  const draft = new Draft(rows);
  emptied(rows, draft);
  return draft.changes();
}

/**
 * The host told something that was true at `at`, which another host may have noted by another clock: one that is
 * further ahead than the hosts' next word can be is not believed. Without a link (in the host itself) nothing changes.
 */
export function refreshed(rows: Rows, at: number): readonly Change[] {
  const known = rows.link.get('link')?.fresh_at ?? null;
  if (known === null || at < known + FRESH_STEP || at > known + BELIEVED_AHEAD) return NO_CHANGES;
  return freshAt(rows, at);
}

/** The host that we are connected to told the time by its own clock, which is followed wherever it goes. */
export function hostTold(rows: Rows, at: number): readonly Change[] {
  const known = rows.link.get('link')?.fresh_at ?? null;
  return known !== null && Math.abs(at - known) < FRESH_STEP ? NO_CHANGES : freshAt(rows, at);
}

function freshAt(rows: Rows, at: number): readonly Change[] {
  const before = rows.link.get('link');
  if (before === undefined) return NO_CHANGES;
  return [{ table: 'link', id: 'link', before, after: { ...before, fresh_at: at } }];
}
