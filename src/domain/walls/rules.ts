import type { CallRule } from '../resources/rules.ts';

/** A display is as somebody saves it; what is absent stays. */
export const DISPLAY_EDIT: CallRule<'displayEdit', 'displays'> = {
  resource: 'displays',
  after(rows, { params: { display_id }, body }) {
    const row = rows.displays.get(display_id);
    if (row === undefined) return undefined;
    const { name = row.name, wall_id = row.wall_id } = body;
    return { row_id: display_id, row: { ...row, name, wall_id } };
  },
};

/** One that is revoked is gone. */
export const DISPLAY_REVOKE: CallRule<'displayRevoke', 'displays'> = {
  resource: 'displays',
  after(rows, { params: { display_id } }) {
    return rows.displays.has(display_id) ? { row_id: display_id, row: null } : undefined;
  },
};
