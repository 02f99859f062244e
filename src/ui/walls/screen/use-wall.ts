import { useEffect, useMemo } from 'react';
import { useOne } from '../../data/use-view.ts';
import { keepWall, readKeptWall } from './kept-wall.ts';
import { useSavedWall, type SavedWall } from './use-saved-wall.ts';

/**
 * A saved wall as a screen shows it: it stays while the host cannot be reached, and a screen that starts in the meantime
 * begins with what it showed last.
 */
export function useWall(wallId: string): SavedWall {
  const musterId = useOne({ view: 'account' }).row?.muster_id;
  const kept = useMemo(
    () => (musterId === undefined ? null : readKeptWall({ world: 'account', musterId, wallId })),
    [musterId, wallId],
  );
  const saved = useSavedWall(wallId);
  const { gone } = saved;
  const wall = gone ? null : saved.wall;
  useEffect(() => {
    if (musterId === undefined || (wall === null && !gone)) return;
    keepWall({ world: 'account', musterId, wallId }, wall);
  }, [musterId, wallId, wall, gone]);
  return { ...saved, wall: gone ? null : (wall ?? kept) };
}
