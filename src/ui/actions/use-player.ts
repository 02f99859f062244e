import type { PlayerView, Query } from '../../domain/queries.ts';
import { PLAYERS_PER_SERVER } from '../../protocol/players/limits.ts';
import { useRow, useView } from '../data/use-view.ts';

/** Everybody on a server: whoever is looked up is among them. */
export function everybodyOn(server_id: string) {
  return {
    view: 'players',
    server_id,
    text: '',
    sort: 'name',
    direction: 'asc',
    window: { from: 0, to: PLAYERS_PER_SERVER },
  } as const satisfies Query;
}

/** Somebody on a server, whatever a list shows; `ready` tells 'not yet' from 'has left'. */
export function usePlayer(
  serverId: string,
  id: string,
): { readonly ready: boolean; readonly player: PlayerView | undefined } {
  const view = useView(everybodyOn(serverId));
  return { ready: view.ready, player: useRow(view.row(id)) };
}
