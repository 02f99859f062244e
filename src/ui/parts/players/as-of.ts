import { isFollowed, type ServerStanding } from '../../../domain/servers/status.ts';
import { useHeardUntil } from '../../data/use-view.ts';

/** The last moment at which who is on a server was known, host time; null: it is known now. */
export function useAsOf({ state }: Pick<ServerStanding, 'state'>): number | null {
  const heardUntil = useHeardUntil();
  return isFollowed(state) ? heardUntil : state.since;
}
