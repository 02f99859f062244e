import { write } from '../call.ts';
import { told } from '../resources/fields.ts';
import { viewAddress, viewName } from './fields.ts';

export const viewSave = write({
  name: 'view-save',
  path: '/app/v1/@me/view/:view_id',
  summary: 'Save a view of the dashboard, or overwrite one.',
  /** `view_id`: chosen by whoever saves it; one that was deleted comes back with its own. */
  body: { name: viewName, address: viewAddress },
  answer: told,
  errors: ['limit-reached'],
  access: 'signed-in',
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const viewDelete = write({
  name: 'view-delete',
  path: '/app/v1/@me/view/:view_id/delete',
  summary: 'Forget a saved view.',
  body: {},
  answer: told,
  errors: ['not-found'],
  access: 'signed-in',
  limit: { max: 120, seconds: 60, by: 'account' },
});
