import { SERVER_STATUS } from '../../protocol/enumerations.ts';
import type { SceneSource } from '../../protocol/walls/fields.ts';
import { statusOf } from './packed.ts';
import type { PackedRows } from './packed-rows.ts';

/** The places that a scene shows, by the servers' names. */
export function scenePlaces(rows: PackedRows, source: SceneSource): Uint32Array {
  if (source.kind === 'servers') {
    const ids = new Set(source.server_ids);
    return rows.order.filter((place) => ids.has(rows.id(place)));
  }
  const { text, games, states } = source.filter;
  if (text === '' && games.length === 0 && states.length === 0) return rows.order;
  const contained = text.trim().toLowerCase();
  const wantedGames = new Set<number>(games);
  const wantedStates = new Set<number>(states.map((state) => SERVER_STATUS.indexOf(state)));
  return rows.order.filter(
    (place) =>
      (contained === '' || rows.foundBy(place).toLowerCase().includes(contained)) &&
      (wantedGames.size === 0 || wantedGames.has(rows.game(place))) &&
      (wantedStates.size === 0 || wantedStates.has(statusOf(rows.figure(place, 'state')))),
  );
}

const DOWN = ['offline', 'error', 'deleting'].map((name) =>
  SERVER_STATUS.findIndex((status) => status === name),
);

/** Places as a league table has them: most players first, then unknown and down, equal ones as they stood, by name. */
export function byPlayers(rows: PackedRows, places: Uint32Array): Uint32Array {
  return places.slice().sort((a, b) => playing(rows, b) - playing(rows, a));
}

/** How many play there; -1 where that is not known, -2 where nobody can. */
function playing(rows: PackedRows, place: number): number {
  return DOWN.includes(statusOf(rows.figure(place, 'state'))) ? -2 : rows.figure(place, 'players');
}
