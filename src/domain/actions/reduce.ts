import { NO_CHANGES, type Change } from '../change.ts';
import type { IntentionRow } from '../rows.ts';
import type { Rows } from '../state.ts';

/** How many intentions are kept; the oldest that ended goes first. */
export const HELD_INTENTIONS = 100;

/** A tab asks something of a server. The same request again is the same intention, unless it failed. */
export function beginIntention(
  rows: Rows,
  data: Omit<IntentionRow, 'state' | 'answer' | 'error' | 'at'>,
  at: number,
): readonly Change[] {
  const before = rows.intentions.get(data.id);
  if (before !== undefined && before.state !== 'failed') return NO_CHANGES;
  const after: IntentionRow = { ...data, at, state: 'pending', answer: null, error: null };
  const begun: Change = { table: 'intentions', id: data.id, before, after };
  if (before !== undefined || rows.intentions.size < HELD_INTENTIONS) return [begun];
  const ended = oldestEnded(rows);
  return ended === undefined ? [begun] : [removed(ended), begun];
}

/** What became of it: `error` is the code of the problem, or null where it was done. */
export function endIntention(
  rows: Rows,
  data: { readonly id: string; readonly answer: string | null; readonly error: string | null },
): readonly Change[] {
  const before = rows.intentions.get(data.id);
  if (before?.state !== 'pending') return NO_CHANGES;
  const state = data.error === null ? 'done' : 'failed';
  const after: IntentionRow = { ...before, state, answer: data.answer, error: data.error };
  return [{ table: 'intentions', id: data.id, before, after }];
}

/** Nobody cares for it any more. One that is still under way stays. */
export function forgetIntention(rows: Rows, id: string): readonly Change[] {
  const before = rows.intentions.get(id);
  return before === undefined || before.state === 'pending' ? NO_CHANGES : [removed(before)];
}

function oldestEnded(rows: Rows): IntentionRow | undefined {
  let oldest: IntentionRow | undefined;
  for (const row of rows.intentions.values()) {
    if (row.state !== 'pending' && (oldest === undefined || row.at < oldest.at)) oldest = row;
  }
  return oldest;
}

function removed(before: IntentionRow): Change {
  return { table: 'intentions', id: before.id, before, after: undefined };
}
