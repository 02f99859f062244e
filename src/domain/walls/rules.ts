import type { CallRule } from '../resources/rule.ts';

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
