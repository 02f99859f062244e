import type { CallRule } from '../resources/rules.ts';
import type { Rows } from '../state.ts';

/**
 * A wall is called as somebody saves it, and has so many scenes. Its revision stays what the host has told: by that the
 * wall is read.
 */
export const WALL_UPDATE: CallRule<'wallUpdate', 'walls'> = {
  resource: 'walls',
  after(rows, { params: { wall_id }, body: { wall, revision } }) {
    const row = rows.walls.get(wall_id);
    // Of another revision it will be refused.
    if (row?.revision !== revision) return undefined;
    const { name, scenes } = wall;
    return { row_id: wall_id, row: { ...row, name, scenes: scenes.length } };
  },
};

/** One that is deleted is gone. */
export const WALL_DELETE: CallRule<'wallDelete', 'walls'> = {
  resource: 'walls',
  after: (rows, { params: { wall_id } }) => gone(rows, 'walls', wall_id),
};

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
  after: (rows, { params: { display_id } }) => gone(rows, 'displays', display_id),
};

function gone(rows: Rows, resource: 'walls' | 'displays', row_id: string) {
  return rows[resource].has(row_id) ? { row_id, row: null } : undefined;
}
