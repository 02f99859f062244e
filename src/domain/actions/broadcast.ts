/** One request to many servers: what became of it at each. */

export interface BroadcastRow {
  readonly serverId: string;
  /** The same request sent twice is done once: kept where nothing is known of the first. */
  readonly requestId: string;
  readonly state: 'waiting' | 'asking' | 'done' | 'refused' | 'no-answer';
  readonly answer: string | null;
  /** The error's code. */
  readonly error: string | null;
  /** The permissions that are missing, as far as the host said. */
  readonly needs: readonly string[];
}

export type BroadcastEnd =
  | { readonly ok: true; readonly answer: string }
  | { readonly ok: false; readonly code: string; readonly needs?: readonly string[] };

/** Nothing is known of what became of it: it may have been done. */
const UNKNOWN: readonly string[] = ['unreachable', 'deadline'];
const UNANSWERED: readonly string[] = [...UNKNOWN, 'no-answer'];

/** A row for each server, each with a request of its own. */
export function begunBroadcast(
  serverIds: readonly string[],
  newId: () => string,
): readonly BroadcastRow[] {
  return [...new Set(serverIds)].map((serverId) => ({
    serverId,
    requestId: newId(),
    state: 'waiting',
    answer: null,
    error: null,
    needs: [],
  }));
}

/** The server is asked now, or waits again because the host has its limit. */
export function turned(
  rows: readonly BroadcastRow[],
  serverId: string,
  state: 'asking' | 'waiting',
): readonly BroadcastRow[] {
  return rows.map((row) => (row.serverId === serverId ? { ...row, state } : row));
}

/** What became of it at a server. */
export function ended(
  rows: readonly BroadcastRow[],
  serverId: string,
  end: BroadcastEnd,
): readonly BroadcastRow[] {
  return rows.map((row) => {
    if (row.serverId !== serverId) return row;
    if (end.ok) return { ...row, state: 'done', answer: end.answer, error: null, needs: [] };
    const state = UNANSWERED.includes(end.code) ? 'no-answer' : 'refused';
    return { ...row, state, answer: null, error: end.code, needs: end.needs ?? [] };
  });
}

/** The servers at which it failed. */
export function failed(rows: readonly BroadcastRow[]): readonly BroadcastRow[] {
  return rows.filter(({ state }) => state === 'refused' || state === 'no-answer');
}

/**
 * Those that failed wait for another try, the others stay as they are. Where nothing is known of the
 * first try, the same request goes again, so that nothing is done twice.
 */
export function retried(
  rows: readonly BroadcastRow[],
  newId: () => string,
): readonly BroadcastRow[] {
  const again = new Set(failed(rows));
  return rows.map((row) => {
    if (!again.has(row)) return row;
    const requestId = UNKNOWN.includes(row.error ?? '') ? row.requestId : newId();
    return { ...row, requestId, state: 'waiting', answer: null, error: null, needs: [] };
  });
}
