import type { ResourceName } from '../../protocol/resources/registry.ts';
import { ownerOf } from '../../protocol/resources/resource.ts';
import { cursorOf } from '../position.ts';
import { NO_CHANGES, type Change } from '../change.ts';
import type { WriteRow } from '../write-row.ts';
import type { Rows } from '../state.ts';
import { streamOfRows } from './stream.ts';

/** A write as it begins. */
export type BegunWrite = Omit<WriteRow, 'at' | 'state' | 'position' | 'error'>;

/** How many writes are kept; those that failed longest ago go first. */
export const HELD_WRITES = 100;

/** A tab asks for a change: the row looks as if it were done. */
export function beginWrite(rows: Rows, begun: BegunWrite, at: number): readonly Change[] {
  const before = rows.writes.get(begun.id);
  if (before !== undefined && before.state !== 'failed') return NO_CHANGES;
  const after = { ...begun, at, state: 'pending', position: null, error: null } as WriteRow;
  const added: Change = { table: 'writes', id: begun.id, before: undefined, after };
  // One that is asked for again is the newest.
  if (before !== undefined) return [removed(before), added];
  if (rows.writes.size < HELD_WRITES) return [added];
  const failed = [...rows.writes.values()].find(({ state }) => state === 'failed');
  return failed === undefined ? [added] : [removed(failed), added];
}

/**
 * What became of it. Done, it stays until its frame is there, so that the row never looks as it did before;
 * failed, the row is again what the host says, and the error waits to be seen.
 */
export function endWrite(
  rows: Rows,
  told: { readonly id: string; readonly position: number | null; readonly error: string | null },
): readonly Change[] {
  const before = rows.writes.get(told.id);
  if (before?.state !== 'pending') return NO_CHANGES;
  const stream = streamOfRows(rows, before.resource, ownerOf(before));
  const held = stream === null ? undefined : cursorOf(rows, stream);
  const { position, error } = told;
  const isTold = error === null && (held === undefined || position === null || held >= position);
  if (isTold) return [removed(before)];
  const state = error === null ? 'done' : 'failed';
  const after: WriteRow = { ...before, state, position, error };
  return [{ table: 'writes', id: before.id, before, after }];
}

/** The newest write of a row that is under way, or done and not told yet. */
export function lastWrite(rows: Rows, resource: ResourceName, id: string): WriteRow | undefined {
  return [...rows.writes.values()].findLast(
    (write) => write.resource === resource && write.row_id === id && write.state !== 'failed',
  );
}

/** A failed write has been seen. */
export function forgetWrite(rows: Rows, id: string): readonly Change[] {
  const before = rows.writes.get(id);
  return before?.state === 'failed' ? [removed(before)] : NO_CHANGES;
}

/**
 * The writes that a stream has told of once it stands at a position and has told these rows: those that were done,
 * and those of a new row that seemed to fail because its answer was lost.
 */
export function settleWrites(
  rows: Rows,
  stream: { readonly resource: ResourceName; readonly owner: string | null },
  position: number,
  told: readonly string[],
): readonly Change[] {
  if (rows.writes.size === 0) return NO_CHANGES;
  return [...rows.writes.values()]
    .filter((write) => write.resource === stream.resource && ownerOf(write) === stream.owner)
    .filter((write) =>
      write.state === 'failed'
        ? write.write === 'add' && told.includes(write.row_id)
        : write.position !== null && write.position <= position,
    )
    .map(removed);
}

function removed(before: WriteRow): Change {
  return { table: 'writes', id: before.id, before, after: undefined };
}
