import type { Query } from '../../domain/queries.ts';
import { findRoute } from '../../domain/routes/find.ts';
import { readAddress } from '../parts/addresses/servers.ts';
import { serversQuery } from '../servers/list/servers-query.ts';
import { WIDGET_QUERY } from '../shell/frame/widget-query.ts';

/** What the page of an address will ask for first. */
export function firstQueries({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Query[] {
  const queries: Query[] = [{ view: 'account' }, { view: 'link' }, WIDGET_QUERY];
  const page = findRoute(pathname)?.name;
  if (page === 'home' || page === 'dashboard') {
    queries.push({ view: 'totals' }, serversQuery(readAddress(search), 0));
  }
  return queries;
}
