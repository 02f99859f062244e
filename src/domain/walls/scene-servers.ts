import type { SceneSource } from '../../protocol/walls/fields.ts';
import type { ServerRow } from '../rows.ts';
import { serverFilter } from '../views/servers.ts';

/**
 * What a wall follows to show a scene: also servers that are in another state now, or it would never
 * learn that one of those went down. `scenePlaces` leaves them out of the picture.
 */
export function followedSource(source: SceneSource): SceneSource {
  return source.kind === 'filter'
    ? { ...source, filter: { ...source.filter, states: [] } }
    : source;
}

/** Whether a scene shows a server, as its source says it. */
export function showsServer(source: SceneSource): (server: ServerRow) => boolean {
  if (source.kind === 'filter') return serverFilter(source.filter);
  const ids = new Set(source.server_ids);
  return ({ id }) => ids.has(id);
}
