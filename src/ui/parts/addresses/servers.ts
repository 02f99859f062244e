/** What the dashboard's address says: filter, sort and columns, so that a link shows the same. */
import type { Direction, ServerFilter, ServerSort } from '../../../domain/queries.ts';
import { GAME, SERVER_STATUS } from '../../../protocol/enumerations.ts';
import { addressOf, oneOf, someOf, text, type Address } from './parameters.ts';

export const COLUMNS = [
  'game',
  'identifier',
  'state',
  'players',
  'slots',
  'queue',
  'next_restart',
  'uptime',
] as const satisfies readonly ServerSort[];
export type Column = (typeof COLUMNS)[number];

/** The name is how a row is opened: it cannot be hidden. */
export const FIXED_COLUMN: Column = 'identifier';

export interface DashboardAddress {
  readonly filter: ServerFilter;
  readonly sort: ServerSort;
  readonly direction: Direction;
  readonly columns: readonly Column[];
}

const DIRECTIONS = ['asc', 'desc'] as const satisfies readonly Direction[];

const query = addressOf({
  text: text('q'),
  games: someOf('game', Object.values(GAME).map(String)),
  states: someOf('state', SERVER_STATUS),
  sort: oneOf('sort', COLUMNS, 'identifier'),
  direction: oneOf('dir', DIRECTIONS, 'asc'),
  hide: someOf('hide', COLUMNS),
});

export const SERVERS: Address<DashboardAddress> = {
  read: (search) => {
    const { text: words, games, states, sort, direction, hide } = query.read(search);
    return {
      filter: {
        ...(words === '' ? {} : { text: words }),
        ...(games.length === 0 ? {} : { games: games.map(Number) }),
        ...(states.length === 0 ? {} : { states }),
      },
      sort,
      direction,
      columns: COLUMNS.filter((column) => column === FIXED_COLUMN || !hide.includes(column)),
    };
  },
  write: ({ filter: { text: words = '', games = [], states = [] }, sort, direction, columns }) =>
    query.write({
      text: words,
      games: games.map(String),
      states: SERVER_STATUS.filter((state) => states.includes(state)),
      sort,
      direction,
      hide: COLUMNS.filter((column) => !columns.includes(column)),
    }),
};
