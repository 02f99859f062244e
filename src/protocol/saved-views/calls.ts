import { z } from 'zod';
import { write } from '../call.ts';
import { hexId } from '../fields.ts';
import { told } from '../resources/fields.ts';
import { viewAddress, viewName } from './fields.ts';

const params = z.object({ view_id: hexId });

export const viewSave = write({
  name: 'view-save',
  path: '/app/v1/@me/view/:view_id',
  summary: 'Save a view of the dashboard, or overwrite one.',
  /** `view_id`: chosen by whoever saves it; one that was deleted comes back with its own. */
  params,
  body: { name: viewName, address: viewAddress },
  answer: told,
  errors: ['not-signed-in', 'limit-reached'],
  access: 'signed-in',
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const viewDelete = write({
  name: 'view-delete',
  path: '/app/v1/@me/view/:view_id/delete',
  summary: 'Forget a saved view.',
  params,
  body: {},
  answer: told,
  errors: ['not-signed-in', 'not-found'],
  access: 'signed-in',
  limit: { max: 120, seconds: 60, by: 'account' },
});
