/** A sign-out that the host has not heard of; `token` is that of the session, where it was known. */
export interface PendingSignOut {
  readonly token: string | null;
}

/** What outlives an account's database: whom to open at the next start. */
export interface LastAccount {
  readonly key: 'last';
  readonly muster_id: string | null;
  /** The session's end, epoch milliseconds. */
  readonly expires_at: number;
  readonly sign_out: PendingSignOut | null;
}

/** Nothing is remembered, nor was. */
export const NOBODY: LastAccount = { key: 'last', muster_id: null, expires_at: 0, sign_out: null };

/** Whose rows are shown at a start; null: nobody's, since nobody is remembered, or somebody signed out or is by now. */
export function restorable(
  { muster_id, expires_at, sign_out }: LastAccount,
  now: number,
): string | null {
  return sign_out === null && expires_at > now ? muster_id : null;
}
