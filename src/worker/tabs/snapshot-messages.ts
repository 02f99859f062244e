import type { ViewSnapshot } from '../../domain/views/view.ts';
import type { PackedPatch } from '../../domain/walls/packed.ts';
import type { WorkerMessage } from '../contract.ts';

type SnapshotMessage = Extract<WorkerMessage, { type: 'snapshot' }>;
type About = Pick<SnapshotMessage, 'id' | 'epoch' | 'revision' | 'from'>;

const SNAPSHOT_ROWS = 250;

/** A view from its start, in messages that are short enough for a port. */
export function* snapshotMessages(
  { rows, order, total }: ViewSnapshot,
  about: About,
): Generator<SnapshotMessage> {
  for (let at = 0; at === 0 || at < rows.length; at += SNAPSHOT_ROWS) {
    yield {
      type: 'snapshot',
      ...about,
      first: at === 0,
      last: at + SNAPSHOT_ROWS >= rows.length,
      rows: rows.slice(at, at + SNAPSHOT_ROWS),
      order: at === 0 ? order : [],
      total,
      packed: null,
    };
  }
}

/** A packed view from its start: one message, however long it is. */
export function packedSnapshot(total: number, packed: PackedPatch, about: About): SnapshotMessage {
  return {
    type: 'snapshot',
    ...about,
    first: true,
    last: true,
    rows: [],
    order: [],
    total,
    packed,
  };
}

/** The arrays of packed rows, which are handed over and not copied. */
export function arraysOf({ figures, order }: PackedPatch): readonly ArrayBuffer[] {
  return order === null ? [figures.buffer] : [figures.buffer, order.buffer];
}
