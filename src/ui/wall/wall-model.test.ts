import { expect, it } from 'vitest';
import { applyChanges, createRows } from '../../domain/state.ts';
import { SPARK } from '../../domain/walls/sparks.ts';
import { WallView } from '../../domain/walls/packed-view.ts';
import type { SceneLayout } from '../../protocol/walls/fields.ts';
import { serverRow } from '../data/doubles.ts';
import { quickWall } from './quick-wall.ts';
import { WallModel } from './wall-model.ts';

/** A wall of two dozen servers in one layout, which has ticked once. */
function wallOf(layout: SceneLayout): WallModel {
  const { scenes, ...wall } = quickWall('', 'One');
  const shown = scenes.map((scene) => ({ ...scene, layout }));
  const rows = createRows();
  for (let index = 0; index < 24; index++) {
    const after = { ...serverRow(), id: String(index).padStart(24, '0') };
    applyChanges(rows, [{ table: 'servers', id: after.id, before: undefined, after }]);
  }
  const sources = shown.map(({ source }) => source);
  const patch = new WallView(rows, { view: 'wall', sources }).take();
  const size = { width: 1_920, height: 1_080, ratio: 1 };
  const model = new WallModel({ ...wall, scenes: shown }, size);
  if (patch !== null) model.receive(patch);
  model.tick(0);
  return model;
}

it('a league table is shown anew with each sample of its sparklines, and what has none stays', () => {
  const anew = (['league', 'heat', 'tiles'] as const).map((layout) => {
    const model = wallOf(layout);
    return [model.tick(1_000), model.tick(SPARK.every)];
  });
  expect(anew).toEqual([
    [false, true],
    [false, false],
    [false, false],
  ]);
});
