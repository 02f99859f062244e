import type { IntentionRow } from '../../domain/rows.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';

/** A success shows until this long after it was asked; a failure until it is dismissed. */
export const DONE_SHOWN_MS = 60_000;

/** Whether an intention still has something to say at `now` (epoch milliseconds). */
export function stillSpeaks(row: Pick<IntentionRow, 'state' | 'at'>, now: number): boolean {
  return row.state !== 'done' || now - row.at < DONE_SHOWN_MS;
}

/** The newest intention for each player. `rows` are newest last. */
export function newestByPlayer(rows: readonly IntentionRow[]): ReadonlyMap<string, IntentionRow> {
  const newest = new Map<string, IntentionRow>();
  for (const row of rows) if (row.player_id !== null) newest.set(row.player_id, row);
  return newest;
}

/** What was asked for a player, by the name of its texts; null for what no player shows. */
export function askedOfPlayer(action: number): 'kick' | 'message' | null {
  if (action === SERVER_ACTION.SERVER_KICK) return 'kick';
  return action === SERVER_ACTION.MESSAGE_PRIVATE ? 'message' : null;
}
