/**
 * Runs while the rest of the portal is still being read: the worker starts, or is found, and what the page
 * will show is asked for. It imports little, and no React.
 */
import { findRoute } from '../../domain/routes/find.ts';
import { connect } from '../data/connect.ts';
import { installTrustedTypes } from '../data/trusted-types.ts';
import { firstQueries } from './first-queries.ts';

installTrustedTypes();
export const connection = connect(
  firstQueries(location),
  findRoute(location.pathname)?.name === 'display' ? 'display' : 'account',
);
