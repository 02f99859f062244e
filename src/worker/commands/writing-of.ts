import type { Writing } from '../../domain/resources/rule.ts';
import type { Rows } from '../../domain/state.ts';

/** Who writes here, and when. */
export function writingOf(rows: Rows, now: number): Writing {
  const account = rows.account.get('me');
  return {
    muster_id: account?.muster_id ?? '',
    display_name: account?.persona.profile.display_name ?? '',
    // By this computer's clock it might stand below what is older.
    at: Math.max(now, rows.link.get('link')?.fresh_at ?? now),
  };
}
