import type { EventData } from '../../protocol/events.ts';
import type { Change } from '../change.ts';
import type { StreamRow } from '../rows.ts';
import type { Rows } from '../state.ts';
import { entryId, HELD_ENTRIES, type EntryTable } from './entries.ts';

/**
 * The next entry of a feed or console stream. The oldest goes when more than `HELD_ENTRIES` would be
 * held. An entry of another audience takes its position and is not kept.
 */
export function reduceEntry(
  rows: Rows,
  head: StreamRow,
  table: EntryTable,
  data: EventData<'server:feed'>,
  position: number,
): readonly Change[] {
  const server_id = head.server_id;
  const { entry } = data;
  const oldest = Math.max(head.floor, position - HELD_ENTRIES + 1);
  const after: StreamRow = {
    id: head.id,
    server_id,
    position,
    floor: oldest,
    more: head.more || oldest > head.floor,
  };
  const changes: Change[] = [{ table: 'streams', id: head.id, before: head, after }];
  const id = entryId(server_id, position);
  const row = { id, server_id, seq: position, at: data.at };
  if (entry.kind === 'console') {
    if (table === 'console') {
      changes.push({ table, id, before: undefined, after: { ...row, line: entry } });
    }
  } else if (entry.kind !== 'personal' && table === 'feed') {
    changes.push({ table, id, before: undefined, after: { ...row, entry } });
  }
  for (let seq = head.floor; seq < oldest; seq++) {
    const gone = entryId(server_id, seq);
    const before = rows[table].get(gone);
    if (before !== undefined) {
      changes.push({ table, id: gone, before, after: undefined } as Change);
    }
  }
  return changes;
}
