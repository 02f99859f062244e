import type { Wall } from '../../../protocol/walls/fields.ts';
import type { CommandError } from '../../../worker/contract.ts';
import { useResource } from '../../data/use-resource.ts';
import { useReplaying } from '../../data/use-view.ts';
import { useUnattendedCall } from './use-unattended-call.ts';

export interface SavedWall {
  /** As it was read last; null before. */
  readonly wall: Wall | null;
  /** It is no longer there, or no longer for this account. */
  readonly gone: boolean;
  /** Why it could not be read. */
  readonly error: CommandError | null;
  readonly again: () => void;
}

/** A saved wall. Its row tells its revision; the wall is read by that, since it may be half a megabyte. */
export function useSavedWall(wallId: string): SavedWall {
  const replaying = useReplaying();
  const { told, rows } = useResource('walls', null, { where: { id: wallId } });
  const [row] = rows;
  const input = row !== undefined && !replaying ? { params: { wall_id: wallId } } : null;
  const { answer, error, reload } = useUnattendedCall('wallRead', input, row?.revision);
  return {
    wall: answer?.wall ?? null,
    // A recording that tells nothing of walls does not say that there are none.
    gone: told && row === undefined && !replaying,
    error,
    again: reload,
  };
}
