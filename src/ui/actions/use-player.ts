import type { PlayerView } from '../../domain/queries.ts';
import { useRow, useView } from '../data/use-view.ts';

/** Whoever is looked up is among them: no server holds more. */
const EVERYBODY = {
  view: 'players',
  text: '',
  sort: 'name',
  direction: 'asc',
  window: { from: 0, to: 1_000 },
} as const;

/** Somebody on a server, whatever a list shows; `ready` tells 'not yet' from 'has left'. */
export function usePlayer(
  serverId: string,
  id: string,
): { readonly ready: boolean; readonly player: PlayerView | undefined } {
  const view = useView({ ...EVERYBODY, server_id: serverId });
  return { ready: view.ready, player: useRow(view, id) };
}
