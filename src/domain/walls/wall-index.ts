import type { PackedQuery } from '../queries.ts';
import type { ServerRow } from '../rows.ts';
import { restartOf } from '../servers/next-restart.ts';
import { standsAlike } from '../servers/status.ts';
import type { Rows } from '../state.ts';
import type { ListIndex } from '../views/list-index.ts';
import { listOfServers } from '../views/servers.ts';
import { showsServer } from './scene-servers.ts';

/** Every server that one of a wall's scenes shows, by name; a long list `piecewise`. */
export function wallIndex(
  rows: Rows,
  { sources }: PackedQuery,
  piecewise: boolean,
): ListIndex<ServerRow> {
  const each = sources.map(showsServer);
  return listOfServers(
    rows,
    {
      shows: (server) => each.some((shows) => shows(server)),
      // Weather and time of day are not on a wall.
      same: (a, b) =>
        a.population === b.population && restartOf(a) === restartOf(b) && standsAlike(a, b),
      sort: 'identifier',
      direction: 'asc',
    },
    piecewise,
  );
}
