/**
 * Runs while the rest of the portal is still being read: the worker starts, or is found, and what the page
 * will show is asked for. It imports little, and no React.
 */
import { findRoute } from '../../domain/routes/find.ts';
import { connect } from '../data/connect.ts';
import { rowsQuery } from '../data/rows-query.ts';
import { installTrustedTypes } from '../data/trusted-types.ts';
import type { Query } from '../../domain/queries.ts';
import { SERVERS } from '../parts/addresses/servers.ts';
import { serversQuery } from '../servers/list/servers-query.ts';
import { localeOf } from '../text/locale.ts';
import { widgetQuery } from '../shell/frame/widget-query.ts';

installTrustedTypes();
export const connection = connect(
  firstQueries(location),
  findRoute(location.pathname)?.name === 'display' ? 'display' : 'account',
);

// `Intl` reads its data when it is first asked, which would keep the page's first rendering waiting for 15 ms.
localeOf(navigator.language);

/** What the page of an address will ask for first. */
function firstQueries({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Query[] {
  const queries: Query[] = [{ view: 'account' }, { view: 'link' }, widgetQuery(0)];
  const page = findRoute(pathname)?.name;
  if (page === 'home' || page === 'dashboard') {
    const address = SERVERS.read(search);
    const { group, filter } = address;
    queries.push({ view: 'totals' });
    queries.push(group === null ? serversQuery(address, 0) : { view: 'groups', by: group, filter });
  }
  // Their pages are read from files of their own: the host is asked while those come.
  if (page === 'teams' || page === 'team') queries.push(rowsQuery('teams', null));
  if (page === 'organizations' || page === 'organization') {
    queries.push(rowsQuery('organizations', null));
  }
  return queries;
}
