/** What the dashboard's address says: filter, sort and columns, so that a link shows the same. */
import type { Direction, ServerFilter, ServerSort } from '../../../domain/queries.ts';
import { GAME, SERVER_STATUS } from '../../../protocol/enumerations.ts';

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

const GAMES = new Set<number>(Object.values(GAME));
const STATES = new Set<string>(SERVER_STATUS);

/** Reads an address; what it does not know is left out. */
export function readAddress(search: string): DashboardAddress {
  const params = new URLSearchParams(search);
  const text = params.get('q') ?? '';
  const games = list(params, 'game')
    .map(Number)
    .filter((game) => GAMES.has(game));
  const states = list(params, 'state').filter((state) => STATES.has(state));
  const sort = COLUMNS.find((column) => column === params.get('sort')) ?? 'identifier';
  const hidden = new Set(list(params, 'hide'));
  return {
    filter: {
      ...(text === '' ? {} : { text }),
      ...(games.length === 0 ? {} : { games }),
      ...(states.length === 0 ? {} : { states }),
    },
    sort,
    direction: params.get('dir') === 'desc' ? 'desc' : 'asc',
    columns: COLUMNS.filter((column) => column === FIXED_COLUMN || !hidden.has(column)),
  };
}

/** The address of a view; what is as it always is does not show. Begins with `?` or is empty. */
export function writeAddress({ filter, sort, direction, columns }: DashboardAddress): string {
  const params = new URLSearchParams();
  if (filter.text !== undefined && filter.text !== '') params.set('q', filter.text);
  if (filter.games !== undefined && filter.games.length > 0) {
    params.set('game', filter.games.join(','));
  }
  if (filter.states !== undefined && filter.states.length > 0) {
    params.set('state', filter.states.join(','));
  }
  if (sort !== 'identifier') params.set('sort', sort);
  if (direction !== 'asc') params.set('dir', direction);
  const hidden = COLUMNS.filter((column) => !columns.includes(column));
  if (hidden.length > 0) params.set('hide', hidden.join(','));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

function list(params: URLSearchParams, name: string): readonly string[] {
  return (params.get(name) ?? '').split(',').filter((part) => part !== '');
}
