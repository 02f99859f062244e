import { useEffect, useMemo, useState } from 'react';
import type { Wall } from '../../../protocol/walls/fields.ts';
import type { CommandError } from '../../../worker/contract.ts';
import { useOne } from '../../data/use-view.ts';
import { useWallsCall } from './use-walls-call.ts';
import { keepWall, readKeptWall } from './kept-wall.ts';

/** Whether the wall is no longer there, or no longer for this account. */
export function isGone(error: CommandError | null): boolean {
  if (error?.kind !== 'problem') return false;
  return error.problem.code === 'not-found' || error.problem.code === 'permission-denied';
}

/**
 * A saved wall, and what became of it since. What is shown stays while the host cannot be reached, and a
 * screen that starts meanwhile begins with what it showed last.
 */
export function useWall(wallId: string): {
  readonly wall: Wall | null;
  readonly error: CommandError | null;
  readonly again: () => void;
} {
  const musterId = useOne({ view: 'account' }).row?.muster_id;
  const kept = useMemo(
    () => (musterId === undefined ? null : readKeptWall({ world: 'account', musterId, wallId })),
    [musterId, wallId],
  );
  const { answer, error, reload } = useWallsCall('wallRead', { params: { wall_id: wallId } });
  const read = answer?.wall ?? null;
  const [shown, setShown] = useState(read);
  // Much is told of an account that leaves the wall as it was: then it is not laid out anew.
  if (shown?.wall_id !== read?.wall_id || shown?.revision !== read?.revision) setShown(read);
  const gone = isGone(error);
  useEffect(() => {
    if (musterId === undefined || (shown === null && !gone)) return;
    keepWall({ world: 'account', musterId, wallId }, gone ? null : shown);
  }, [musterId, wallId, shown, gone]);
  return { wall: gone ? null : (shown ?? kept), error, again: reload };
}
