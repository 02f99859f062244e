import type { ConnectionState } from '../rows.ts';

/** What the guard of a page shows: the page, or what stands in its place. */
export type Guarded = 'shown' | 'sign-in' | 'unsupported' | 'outdated' | 'unreachable' | 'loading';

export interface Guarding {
  /** How this tab's worker is. */
  readonly worker: string;
  /** undefined: not known yet. */
  readonly connection: ConnectionState['kind'] | undefined;
  /** The host or the other tabs speak another version. */
  readonly outdated: boolean;
  /** Something is known of the account, or was when the page was shown first. */
  readonly known: boolean;
}

/**
 * Whoever is not signed in, or whose session has expired, signs in. A stored account shows its last known
 * rows at once; what is shown says itself that it is outdated, since what was typed there can still be copied.
 */
export function guard({ worker, connection, outdated, known }: Guarding): Guarded {
  if (worker === 'unsupported') return 'unsupported';
  if (connection === 'signed-out') return 'sign-in';
  if (worker === 'replaced' || (outdated && !known)) return 'outdated';
  if (known) return 'shown';
  const away = connection === 'lost' || connection === 'refused';
  return away ? 'unreachable' : 'loading';
}
