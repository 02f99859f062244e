/** What a query is to others: which list it shows, and which part of it. */
import { canonicalJson } from '../canonical-json.ts';
import { fold } from '../resources/keys.ts';
import type { PackedQuery, Query, Range, ServerFilter, ViewName } from '../queries.ts';

/** What each view shows: a window on a list, a single row at most, some sums, or what is asked of the host page by page. */
const SHOWS = {
  servers: 'list',
  wall: 'list',
  players: 'list',
  names: 'list',
  places: 'list',
  feed: 'list',
  console: 'list',
  streams: 'list',
  days: 'list',
  intentions: 'list',
  rows: 'list',
  writes: 'list',
  server: 'single',
  totals: 'single',
  groups: 'sums',
  account: 'single',
  link: 'single',
  presence: 'single',
  history: 'single',
  pages: 'pages',
  paging: 'pages',
} as const satisfies Readonly<Record<ViewName, 'list' | 'single' | 'sums' | 'pages'>>;

type Showing<What> = Extract<
  Query,
  { view: { [V in ViewName]: (typeof SHOWS)[V] extends What ? V : never }[ViewName] }
>;
export type ListQuery = Showing<'list'>;
export type SingleQuery = Showing<'single' | 'sums'>;
export type PagesQuery = Showing<'pages'>;

export function isPagesQuery(query: Query): query is PagesQuery {
  return SHOWS[query.view] === 'pages';
}

export function isPackedQuery(query: Query): query is PackedQuery {
  return query.view === 'wall';
}

export function isListQuery(query: Query): query is ListQuery {
  return SHOWS[query.view] === 'list';
}

/** Which part of its list a query shows. */
export function rangeOf(query: ListQuery): Range {
  if ('window' in query) return query.window;
  return 'limit' in query ? { last: query.limit } : { from: 0, to: Infinity };
}

/** Where in its list a query's window begins; 0 where that is not known or means nothing. */
export function beginOf(query: Query): number {
  return 'window' in query ? query.window.from : 0;
}

/** A query's identity: queries that show the same have the same text. */
export function canonicalQuery(query: Query): string {
  switch (query.view) {
    case 'servers':
    case 'groups':
      return canonicalJson({ ...query, filter: canonicalFilter(query.filter) });
    case 'players':
      return canonicalJson({ ...query, text: query.text.trim().toLowerCase() });
    case 'rows':
    case 'pages':
    case 'paging':
      return canonicalJson({ ...query, text: fold(query.text) });
    case 'days':
      return canonicalJson({
        ...query,
        server_ids: listed(query.server_ids.map((id) => id ?? 'all')),
      });
    case 'feed':
      return canonicalJson({ ...query, kinds: listed(query.kinds) });
    default:
      return canonicalJson(query);
  }
}

/** The identity of what a query asks of a resource of pages. */
export function canonicalQuestion(query: PagesQuery): string {
  const { resource, order, direction, text, where } = query;
  const { server_id, group_id, banlist_id, bucket_id } = query;
  return canonicalJson({
    resource,
    server_id,
    group_id,
    banlist_id,
    bucket_id,
    order,
    direction,
    text: fold(text),
    where,
  });
}

/** The identity of a query's list: queries that show parts of one list have the same text. */
export function canonicalList(query: Query): string {
  if ('window' in query) return canonicalQuery({ ...query, window: { from: 0, to: 0 } });
  return canonicalQuery('limit' in query ? { ...query, limit: 0 } : query);
}

function canonicalFilter({ text = '', games, states, tags, ids, group }: ServerFilter) {
  const words = text.trim().toLowerCase();
  return {
    text: words === '' ? undefined : words,
    games: listed(games),
    states: listed(states),
    tags: listed(tags),
    ids: listed(ids),
    group,
  };
}

/** A set of values in one order; none at all is the same as all. */
function listed<T extends string | number>(values: readonly T[] | undefined): T[] | undefined {
  if (values === undefined || values.length === 0) return undefined;
  return [...new Set(values)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
