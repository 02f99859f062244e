import { gameName } from '../../protocol/enumerations.ts';
import { NAV_MAX } from '../../protocol/servers/limits.ts';
import type { Query, ServerFilter, ServerSort } from '../queries.ts';
import type { ServerRow } from '../rows.ts';
import { attention, serverStatus, standsAlike } from '../servers/status.ts';
import { groupKey } from '../servers/groups.ts';
import { namesOf, serverName } from '../servers/server-name.ts';
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
  const key = sort === 'nav' ? navKey(rows) : SERVER_KEY[sort];
  const part = KEY_PART[sort];
  const source: ListSource<ServerRow> = {
    ids: () => rows.servers.keys(),
    touched: ({ table, id, before, after }) => {
      if (table === 'nav' && sort === 'nav') return id;
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
  const tags = new Set(filter.tags);
  const ids = new Set(filter.ids);
  const { group } = filter;
  return (server) =>
    (group === undefined || groupKey(server, group.by) === group.key) &&
    (ids.size === 0 || ids.has(server.id)) &&
    (text === '' || isCalled(server, text)) &&
    (tags.size === 0 || server.configuration.tags.some((tag) => tags.has(tag))) &&
    (games.size === 0 || games.has(server.configuration.game)) &&
    (states.size === 0 || states.has(serverStatus(server).name));
}

function isCalled({ configuration }: ServerRow, text: string): boolean {
  return (
    namesOf(configuration).toLowerCase().includes(text) ||
    configuration.tags.some((tag) => tag.toLowerCase().includes(text))
  );
}

/** What servers are sorted by name with. Numbers in names count as numbers: 2 before 10. */
export function serverNameKey({ configuration }: ServerRow): string {
  return serverName(configuration)
    .toLowerCase()
    .replaceAll(/\d+/g, (digits) => digits.padStart(20, '0'));
}

/** Those that have a place first, the others behind them by name. */
function navKey({ nav }: Rows): (server: ServerRow) => string {
  return (server) => {
    const place = nav.get(server.id)?.place;
    return place === undefined
      ? `1${serverNameKey(server)}`
      : `0${String(place).padStart(PLACE_DIGITS, '0')}`;
  };
}

const PLACE_DIGITS = String(NAV_MAX).length;

const SERVER_KEY: Readonly<Record<Exclude<ServerSort, 'nav'>, (server: ServerRow) => SortKey>> = {
  identifier: serverNameKey,
  game: (server) => gameName(server.configuration.game),
  state: (server) => `${attention(serverStatus(server).name)} ${serverNameKey(server)}`,
  players: (server) => server.population.players,
  queue: (server) => server.population.queue?.size ?? null,
  map: (server) => server.environment.map?.toLowerCase() ?? null,
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
  nav: null,
  identifier: null,
  game: null,
  state: null,
  players: 'population',
  queue: 'population',
  map: 'environment',
  next_restart: 'environment',
  uptime: 'environment',
};
