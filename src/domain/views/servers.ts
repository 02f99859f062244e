import { gameName, SERVER_STATUS } from '../../protocol/enumerations.ts';
import type { Query, ServerFilter, ServerSort } from '../queries.ts';
import type { ServerRow } from '../rows.ts';
import { serverStatus, standsAlike } from '../servers/status.ts';
import type { Rows } from '../state.ts';
import { ListIndex, type ListSource } from './list-index.ts';
import type { SortKey } from './sort-key.ts';

type ServersQuery = Extract<Query, { view: 'servers' }>;

/** The server list; a long one `piecewise`. */
export function serversIndex(
  rows: Rows,
  query: ServersQuery,
  piecewise: boolean,
): ListIndex<ServerRow> {
  return listOfServers(rows, { ...query, shows: serverFilter(query.filter) }, piecewise);
}

interface ServerList extends Pick<ServersQuery, 'sort' | 'direction'> {
  readonly shows: (server: ServerRow) => boolean;
  /** Whether the list shows nothing of what makes two rows of a server different. */
  readonly same?: (a: ServerRow, b: ServerRow) => boolean;
}

/** Any list of servers; `shows` goes by nothing but what `standsAlike` looks at. */
export function listOfServers(
  rows: Rows,
  { shows, sort, direction, same }: ServerList,
  piecewise: boolean,
): ListIndex<ServerRow> {
  const key = SERVER_KEY[sort];
  const part = KEY_PART[sort];
  const source: ListSource<ServerRow> = {
    ids: () => rows.servers.keys(),
    touched: ({ table, id, before, after }) => {
      if (table !== 'servers') return undefined;
      const shown = before === undefined || after === undefined || !same?.(before, after);
      return shown ? id : undefined;
    },
    stays: ({ table, before, after }) =>
      table === 'servers' &&
      before !== undefined &&
      after !== undefined &&
      standsAlike(before, after) &&
      (part === null || before[part] === after[part] || key(before) === key(after))
        ? after
        : undefined,
    row: (id) => {
      const row = rows.servers.get(id);
      return row !== undefined && shows(row) ? row : undefined;
    },
    key,
    direction,
  };
  return new ListIndex(source, piecewise);
}

/** Whether a server passes the filter. Absent and empty parts of it pass all. */
export function serverFilter(filter: ServerFilter): (server: ServerRow) => boolean {
  const text = filter.text?.trim().toLowerCase() ?? '';
  const games = new Set(filter.games);
  const states = new Set(filter.states);
  return (server) =>
    (text === '' || server.configuration.identifier.toLowerCase().includes(text)) &&
    (games.size === 0 || games.has(server.configuration.game)) &&
    (states.size === 0 || states.has(serverStatus(server).name));
}

/** What servers are sorted by name with. Numbers in names count as numbers: 2 before 10. */
export function serverNameKey({ configuration }: ServerRow): string {
  return configuration.identifier
    .toLowerCase()
    .replaceAll(/\d+/g, (digits) => digits.padStart(20, '0'));
}

const SERVER_KEY: Readonly<Record<ServerSort, (server: ServerRow) => SortKey>> = {
  identifier: serverNameKey,
  game: (server) => gameName(server.configuration.game),
  state: (server) => SERVER_STATUS.indexOf(serverStatus(server).name),
  players: (server) => server.population.players,
  slots: (server) => server.population.slots,
  queue: (server) => server.population.queue?.size ?? null,
  next_restart: ({ environment }) => {
    const { local } = environment.next_restart;
    const at = local === null ? Number.NaN : Date.parse(local);
    return Number.isNaN(at) ? null : at;
  },
  /** The start, turned round: two uptimes that were observed at different moments compare so. */
  uptime: ({ environment }) =>
    environment.uptime === null ? null : environment.uptime * 1_000 - environment.observed_at,
};

/** What of a server a key is made of, beside what its status is made of. */
const KEY_PART: Readonly<Record<ServerSort, 'population' | 'environment' | null>> = {
  identifier: null,
  game: null,
  state: null,
  players: 'population',
  slots: 'population',
  queue: 'population',
  next_restart: 'environment',
  uptime: 'environment',
};
