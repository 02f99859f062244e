/** What a query is to others: which list it shows, and which part of it. */
import { canonicalJson } from '../canonical-json.ts';
import { fold } from '../resources/keys.ts';
import type { PackedQuery, Query, Range } from '../queries.ts';

/** Queries of lists: what they show is a window on an index. */
export type ListQuery = Extract<
  Query,
  {
    view:
      | 'servers'
      | 'wall'
      | 'players'
      | 'feed'
      | 'console'
      | 'streams'
      | 'intentions'
      | 'rows'
      | 'writes';
  }
>;

/** Queries whose rows are asked of the host page by page. */
export type PagesQuery = Extract<Query, { view: 'pages' | 'paging' }>;

export function isPagesQuery(query: Query): query is PagesQuery {
  return query.view === 'pages' || query.view === 'paging';
}

export function isPackedQuery(query: Query): query is PackedQuery {
  return query.view === 'wall';
}

export function isListQuery(query: Query): query is ListQuery {
  switch (query.view) {
    case 'servers':
    case 'wall':
    case 'players':
    case 'feed':
    case 'console':
    case 'streams':
    case 'intentions':
    case 'rows':
    case 'writes':
      return true;
    default:
      return false;
  }
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
    case 'servers': {
      const text = query.filter.text?.trim().toLowerCase();
      const filter = {
        text: text === '' ? undefined : text,
        games: listed(query.filter.games),
        states: listed(query.filter.states),
      };
      return canonicalJson({ ...query, filter });
    }
    case 'players':
      return canonicalJson({ ...query, text: query.text.trim().toLowerCase() });
    case 'rows':
    case 'pages':
    case 'paging':
      return canonicalJson({ ...query, text: fold(query.text) });
    case 'feed':
      return canonicalJson({ ...query, kinds: listed(query.kinds) });
    default:
      return canonicalJson(query);
  }
}

/** The identity of what a query asks of a resource of pages. */
export function canonicalQuestion(query: PagesQuery): string {
  const { resource, server_id, order, direction, text, where } = query;
  return canonicalJson({ resource, server_id, order, direction, text: fold(text), where });
}

/** The identity of a query's list: queries that show parts of one list have the same text. */
export function canonicalList(query: Query): string {
  if ('window' in query) return canonicalQuery({ ...query, window: { from: 0, to: 0 } });
  return canonicalQuery('limit' in query ? { ...query, limit: 0 } : query);
}

/** A set of values in one order; none at all is the same as all. */
function listed<T extends string | number>(values: readonly T[] | undefined): T[] | undefined {
  if (values === undefined || values.length === 0) return undefined;
  return [...new Set(values)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
