/** Who is in facts that wait, as far as they have an identity, with what is known of them here already. */
import { sightingOf, type Sighting } from '../players/join-players.ts';
import type { Waiting } from './backlog.ts';
import type { LiveServer } from './live-server.ts';

export function sightingsOf(live: LiveServer, due: readonly Waiting[]): readonly Sighting[] {
  return due.flatMap(({ fact }) => {
    if (fact.kind === 'kick') {
      return sightingOf({ guid: fact.guid, steamId: null, bohemiaId: null }, fact.name);
    }
    if (fact.kind !== 'join' && fact.kind !== 'player-changed') return [];
    const { player } = fact;
    const session = live.sessionOf(player);
    return sightingOf(
      {
        guid: player.guid ?? session?.guid ?? null,
        steamId: player.steamId ?? session?.steam_id ?? null,
        bohemiaId: player.bohemiaId ?? session?.bohemia_id ?? null,
      },
      player.name,
    );
  });
}
