import type { ViewSnapshot } from '../../domain/views/view.ts';
import type { WorkerMessage } from '../contract.ts';

type SnapshotMessage = Extract<WorkerMessage, { type: 'snapshot' }>;

const SNAPSHOT_ROWS = 250;

/** A view from its start, in messages that are short enough for a port. */
export function* snapshotMessages(
  { rows, order, total }: ViewSnapshot,
  about: Pick<SnapshotMessage, 'id' | 'epoch' | 'revision' | 'from'>,
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
    };
  }
}
