import { plain, toldResource } from '../resources/resource.ts';
import { VIEW_LIMIT } from './limits.ts';

/** Ways to look at the servers that an account has kept under a name: filter, sort, groups, columns and rows. */
export const VIEWS = toldResource({
  name: 'views',
  scope: 'account',
  many: 'saved views',
  fields: {
    name: plain(({ savedViews }) => savedViews.viewName),
    address: plain(({ savedViews }) => savedViews.viewAddress),
  },
  order: { by: 'name', direction: 'asc' },
  searched: ['name'],
  most: VIEW_LIMIT.views,
  read: 'account.self',
});
