import type { CallRule } from '../resources/rules.ts';

/** A view is as somebody saves it. */
export const VIEW_SAVE: CallRule<'viewSave', 'views'> = {
  resource: 'views',
  after: (_rows, { params: { view_id }, body: { name, address } }) => ({
    row_id: view_id,
    row: { id: view_id, server_id: null, name, address },
  }),
};

/** One that is deleted is gone. */
export const VIEW_DELETE: CallRule<'viewDelete', 'views'> = {
  resource: 'views',
  after: (rows, { params: { view_id } }) =>
    rows.views.has(view_id) ? { row_id: view_id, row: null } : undefined,
};
