import { SERVER_STATUS, type ServerStatusName } from '../../protocol/enumerations.ts';
import type { SceneSource } from '../../protocol/walls/fields.ts';
import { isDown } from '../servers/status.ts';
import { statusOf } from './packed.ts';
import type { PackedRows } from './packed-rows.ts';

/** The places that a scene shows, by the servers' names. */
export function scenePlaces(rows: PackedRows, source: SceneSource): Uint32Array {
  if (source.kind === 'servers') {
    const ids = new Set(source.server_ids);
    return rows.order.filter((place) => ids.has(rows.id(place)));
  }
  const { text, games, states, tags = [] } = source.filter;
  if ([text, games, states, tags].every(({ length }) => length === 0)) return rows.order;
  const contained = text.trim().toLowerCase();
  const wantedTags = new Set(tags);
  const wantedGames = new Set<number>(games);
  const wantedStates = new Set<number>(states.map((state) => SERVER_STATUS.indexOf(state)));
  return rows.order.filter(
    (place) =>
      (contained === '' || rows.isFoundBy(place, contained)) &&
      (tags.length === 0 || rows.tags(place).some((tag) => wantedTags.has(tag))) &&
      (wantedGames.size === 0 || wantedGames.has(rows.game(place))) &&
      (wantedStates.size === 0 || wantedStates.has(statusOf(rows.figure(place, 'state')))),
  );
}

/** Places with those that are down first, the others behind them, both as they stood. */
export function troubleFirst(rows: PackedRows, places: Uint32Array): Uint32Array {
  const down = downOf(rows, places);
  if (down.length === 0) return places;
  const ordered = new Uint32Array(places.length);
  ordered.set(down);
  ordered.set(
    places.filter((place) => !isDownAt(rows, place)),
    down.length,
  );
  return ordered;
}

/** Those that are down. */
export function downOf(rows: PackedRows, places: Uint32Array): Uint32Array {
  return places.filter((place) => isDownAt(rows, place));
}

/**
 * Places as a league table has them: what is down first, then most players, then those that are not known, rest or are
 * being deleted; equal ones as they stood, by name.
 */
export function byPlayers(rows: PackedRows, places: Uint32Array): Uint32Array {
  const most = (place: number) => {
    const name = nameAt(rows, place);
    if (name === 'restricted' || name === 'deleting') return -2;
    return isDown(name) ? Number.MAX_SAFE_INTEGER : rows.figure(place, 'players');
  };
  return places.slice().sort((a, b) => most(b) - most(a));
}

function isDownAt(rows: PackedRows, place: number): boolean {
  return isDown(nameAt(rows, place));
}

function nameAt(rows: PackedRows, place: number): ServerStatusName {
  return SERVER_STATUS[statusOf(rows.figure(place, 'state'))] ?? 'connecting';
}
