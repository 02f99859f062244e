import type { EventData } from '../../protocol/events.ts';
import type { Change } from '../change.ts';
import type { ServerStreamRow } from '../rows.ts';
import type { Rows } from '../state.ts';
import { entryId, HELD_ENTRIES, type EntryTable } from './entries.ts';

/**
 * The next entry of a feed or console stream. The oldest goes when more than `HELD_ENTRIES` would be
 * held. An entry of another audience takes its position and is not kept.
 */
export function reduceEntry(
  rows: Rows,
  head: ServerStreamRow,
  table: EntryTable,
  data: EventData<'server:feed'>,
  position: number,
): readonly Change[] {
  const server_id = head.server_id;
  const { entry } = data;
  const oldest = Math.max(head.floor, position - HELD_ENTRIES + 1);
  const after: ServerStreamRow = {
    id: head.id,
    server_id,
    position,
    floor: oldest,
    more: head.more || oldest > head.floor,
  };
  const changes: Change[] = [{ table: 'streams', id: head.id, before: head, after }];
  const id = entryId(server_id, position);
  const { at } = data;
  if (entry.kind === 'console') {
    if (table === 'console') {
      const row = { id, server_id, seq: position, at, line: entry };
      changes.push({ table, id, before: undefined, after: row });
    }
  } else if (entry.kind !== 'personal' && table === 'feed') {
    const row = { id, server_id, seq: position, at, entry };
    changes.push({ table, id, before: undefined, after: row });
  }
  for (let seq = head.floor; seq < oldest; seq++) {
    const before = rows[table].at(server_id, seq);
    if (before !== undefined) {
      changes.push({ table, id: before.id, before, after: undefined } as Change);
    }
  }
  return changes;
}
