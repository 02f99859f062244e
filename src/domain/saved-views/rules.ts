import type { CallRule } from '../resources/rule.ts';

/** A view is as somebody saves it. */
export const VIEW_SAVE: CallRule<'viewSave', 'views'> = {
  resource: 'views',
  after: (_rows, { params: { view_id }, body: { name, address } }) => ({
    row_id: view_id,
    row: { id: view_id, server_id: null, name, address },
  }),
};
