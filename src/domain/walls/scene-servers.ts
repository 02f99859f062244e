import type { SceneSource } from '../../protocol/walls/fields.ts';
import type { ServerRow } from '../rows.ts';
import { serverFilter } from '../views/servers.ts';

/** Whether a scene shows a server, as its source says it. */
export function showsServer(source: SceneSource): (server: ServerRow) => boolean {
  if (source.kind === 'filter') return serverFilter(source.filter);
  const ids = new Set(source.server_ids);
  return ({ id }) => ids.has(id);
}
