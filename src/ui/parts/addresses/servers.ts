/** What the dashboard's address says: filter, sort, columns and density, so that a link shows the same. */
import type {
  Direction,
  ServerFilter,
  ServerGrouping,
  ServerSort,
} from '../../../domain/queries.ts';
import { GAME, SERVER_STATUS } from '../../../protocol/enumerations.ts';
import { addressOf, oneOf, someOf, text, texts, type Address } from './parameters.ts';

export const COLUMNS = [
  'game',
  'identifier',
  'state',
  'players',
  'trend',
  'queue',
  'map',
  'next_restart',
  'uptime',
] as const;
export type Column = (typeof COLUMNS)[number];

/** A picture is not sorted by. */
export function isSortable(column: Column): column is ServerSort & Column {
  return column !== 'trend';
}

const SORTS = COLUMNS.filter(isSortable);

/** Columns whose greatest figures are looked for first. */
const MOST_FIRST: readonly ServerSort[] = ['players', 'queue', 'uptime'];

/** Which way the first click on the head of a column sorts. */
export function firstDirection(sort: ServerSort): Direction {
  return MOST_FIRST.includes(sort) ? 'desc' : 'asc';
}

export const GROUPING = ['game', 'state', 'tag'] as const satisfies readonly ServerGrouping[];

export const DENSITY = ['dense', 'roomy'] as const;
export type Density = (typeof DENSITY)[number];

/** The name is how a row is opened: it cannot be hidden. */
export const FIXED_COLUMN: Column = 'identifier';

export interface DashboardAddress {
  readonly filter: ServerFilter;
  readonly sort: ServerSort;
  readonly direction: Direction;
  /** null: they stand in one list. */
  readonly group: ServerGrouping | null;
  /** The keys of groups whose servers are not shown. */
  readonly closed: readonly string[];
  readonly columns: readonly Column[];
  readonly density: Density;
}

const DIRECTIONS = ['asc', 'desc'] as const satisfies readonly Direction[];

const query = addressOf({
  text: text('q'),
  games: someOf('game', Object.values(GAME).map(String)),
  states: someOf('state', SERVER_STATUS),
  tag: text('tag'),
  sort: oneOf<ServerSort, ServerSort>('sort', SORTS, 'state'),
  direction: oneOf('dir', DIRECTIONS, null),
  group: oneOf('group', GROUPING, null),
  closed: texts('closed'),
  hide: someOf('hide', COLUMNS),
  density: oneOf('rows', DENSITY, 'dense'),
});

export const SERVERS: Address<DashboardAddress> = {
  read: (search) => {
    const {
      text: words,
      games,
      states,
      tag,
      sort,
      direction,
      group,
      closed,
      hide,
      density,
    } = query.read(search);
    return {
      filter: {
        ...(words === '' ? {} : { text: words }),
        ...(games.length === 0 ? {} : { games: games.map(Number) }),
        ...(states.length === 0 ? {} : { states }),
        ...(tag === '' ? {} : { tags: [tag] }),
      },
      sort,
      direction: direction ?? firstDirection(sort),
      group,
      closed: group === null ? [] : closed,
      columns: COLUMNS.filter((column) => column === FIXED_COLUMN || !hide.includes(column)),
      density,
    };
  },
  write: ({
    filter: { text: words = '', games = [], states = [], tags: [tag = ''] = [] },
    sort,
    direction,
    group,
    closed,
    columns,
    density,
  }) =>
    query.write({
      text: words,
      games: games.map(String),
      states: SERVER_STATUS.filter((state) => states.includes(state)),
      tag,
      sort,
      direction: direction === firstDirection(sort) ? null : direction,
      group,
      closed: group === null ? [] : closed,
      density,
      hide: COLUMNS.filter((column) => !columns.includes(column)),
    }),
};
