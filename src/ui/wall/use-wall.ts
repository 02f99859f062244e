import { useEffect, useState } from 'react';
import type { Wall } from '../../protocol/walls/fields.ts';
import type { CommandError } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';

const REFRESH_MS = 30_000;

/** Whether the wall is no longer there, or no longer for this account. */
export function isGone(error: CommandError | null): boolean {
  if (error?.kind !== 'problem') return false;
  return error.problem.code === 'not-found' || error.problem.code === 'permission-denied';
}

/** A saved wall, and what became of it since; what is shown stays while the host cannot be reached. */
export function useWall(wallId: string): {
  readonly wall: Wall | null;
  readonly error: CommandError | null;
  readonly again: () => void;
} {
  const commands = useCommands();
  const [wall, setWall] = useState<Wall | null>(null);
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
        if (isGone(outcome.error)) setWall(null);
        return;
      }
      const { wall: read } = outcome.value;
      setError(null);
      setWall((shown) => (shown?.revision === read.revision ? shown : read));
    };
    void ask();
    const timer = setInterval(() => void ask(), REFRESH_MS);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [commands, wallId, round]);
  return { wall, error, again: () => setRound((count) => count + 1) };
}
