import type { SessionData } from '../../protocol/session/fields.ts';
import { NO_CHANGES, type Change } from '../change.ts';
import { Draft } from '../draft.ts';
import { emptied } from '../link/emptied.ts';
import type { AccountRow } from '../rows.ts';
import type { Rows } from '../state.ts';

/**
 * The account as the host answered it, unless it is older than what is held. Another account than
 * the one that is held begins with nothing.
 */
export function reduceSession(rows: Rows, data: SessionData): readonly Change[] {
  const held = rows.account.get('me');
  const same = held?.muster_id === data.muster_id;
  if (same && data.position < held.position) return NO_CHANGES;
  const draft = new Draft(rows);
  if (held !== undefined && !same) emptied(rows, draft);
  draft.put('account', 'me', { ...data, id: 'me' });
  return draft.changes();
}

/**
 * The next event of the account's stream. What it tells is fetched (`update`) or done at once by the
 * worker (`notification`, `ui:reload:components`); the account's position moves.
 */
export function reduceAccount(account: AccountRow, position: number): readonly Change[] {
  return [{ table: 'account', id: 'me', before: account, after: { ...account, position } }];
}
