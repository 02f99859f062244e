import { useEffect, useMemo, useState } from 'react';
import type { Wall } from '../../protocol/walls/fields.ts';
import type { CommandError } from '../../worker/contract.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { keepWall, readKeptWall } from './kept-wall.ts';

const REFRESH_MS = 30_000;

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
  const commands = useCommands();
  const musterId = useOne({ view: 'account' }).row?.muster_id;
  const kept = useMemo(
    () => (musterId === undefined ? null : readKeptWall({ world: 'account', musterId, wallId })),
    [musterId, wallId],
  );
  const [read, setRead] = useState<Wall | null>(null);
  const [error, setError] = useState<CommandError | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let wanted = true;
    const ask = async () => {
      const outcome = await commands.call('wallRead', { params: { wall_id: wallId } });
      if (!wanted) return;
      if (!outcome.ok) {
        setError(outcome.error);
        // A host that fails for a moment takes nothing down; one that says that it is gone does.
        if (isGone(outcome.error)) setRead(null);
        return;
      }
      const { wall } = outcome.value;
      setError(null);
      setRead((shown) => (shown?.revision === wall.revision ? shown : wall));
    };
    void ask();
    const timer = setInterval(() => void ask(), REFRESH_MS);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [commands, wallId, round]);
  const gone = isGone(error);
  useEffect(() => {
    if (musterId === undefined || (read === null && !gone)) return;
    keepWall({ world: 'account', musterId, wallId }, gone ? null : read);
  }, [musterId, wallId, read, gone]);
  return {
    wall: gone ? null : (read ?? kept),
    error,
    again: () => setRound((count) => count + 1),
  };
}
