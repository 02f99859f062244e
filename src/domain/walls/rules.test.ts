import { describe, expect, it } from 'vitest';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { applyChanges, createRows } from '../state.ts';
import { CALL_RULES } from '../resources/rules.ts';

const { wallDelete, wallUpdate } = CALL_RULES;

const WALL: RowOf<'walls'> = {
  id: 'a'.repeat(24),
  server_id: null,
  name: 'Lobby',
  revision: 3,
  scenes: 1,
  created_at: 1,
  updated_at: 2,
};
const scene = {
  title: 'All',
  layout: 'auto',
  source: { kind: 'servers', server_ids: [] },
} as const;
const wall = {
  name: 'Hall',
  scenes: ['1', '2'].map((digit) => ({ ...scene, scene_id: digit.repeat(24) })),
  rotation: 20,
  pinned_scene: null,
  sound: false,
} as unknown as Parameters<typeof wallUpdate.after>[1]['body']['wall'];

const BY = { muster_id: 'c'.repeat(24), display_name: 'Ada', at: 5 };

const rows = createRows();
applyChanges(rows, [{ table: 'walls', id: WALL.id, before: undefined, after: WALL }]);
const params = { wall_id: WALL.id };

describe('a wall that somebody saves', () => {
  it('is called so at once, and is read again when the host has told its revision', () => {
    expect(wallUpdate.after(rows, { params, body: { wall, revision: 3 } }, BY)).toEqual({
      row_id: WALL.id,
      row: { ...WALL, name: 'Hall', scenes: 2 },
    });
  });

  it('stays as it is where it was changed in the meantime, or is not known', () => {
    expect(wallUpdate.after(rows, { params, body: { wall, revision: 2 } }, BY)).toBeUndefined();
    const other = { wall_id: 'b'.repeat(24) };
    expect(
      wallUpdate.after(rows, { params: other, body: { wall, revision: 3 } }, BY),
    ).toBeUndefined();
    expect(wallDelete.after(rows, { params: other, body: {} }, BY)).toBeUndefined();
  });

  it('goes at once where it is deleted', () => {
    expect(wallDelete.after(rows, { params, body: {} }, BY)).toEqual({
      row_id: WALL.id,
      row: null,
    });
  });
});
