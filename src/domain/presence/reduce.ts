import type { EventData } from '../../protocol/events.ts';
import type { Change } from '../change.ts';
import { Draft } from '../draft.ts';
import type { Rows } from '../state.ts';

/** Who looks at a server now: everybody, so that the last word is the truth. */
export function reducePresence(rows: Rows, data: EventData<'presence:server'>): readonly Change[] {
  const draft = new Draft(rows);
  draft.put('presence', data.server_id, { id: data.server_id, viewers: data.viewers });
  return draft.changes();
}
