import type { Change } from '../change.ts';
import type { StreamRow } from '../rows.ts';

/** A stream at its next position. Written out: this is the hot path. */
export function headChange(before: StreamRow, position: number): Change {
  const { id, server_id, floor, more } = before;
  return { table: 'streams', id, before, after: { id, server_id, position, floor, more } };
}
