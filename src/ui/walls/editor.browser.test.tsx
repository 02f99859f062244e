import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Wall } from '../../protocol/walls/fields.ts';
import { draw } from '../app/doubles.tsx';
import { FakeConnection } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { EditWallPage, NewWallPage } from './editor-page.tsx';
import { quickWall } from './screen/quick-wall.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const name = () => page.getByRole('textbox', { name: 'Name', exact: true });

const wall = (revision: number): Wall => ({
  ...quickWall('', 'Hall'),
  scenes: [...quickWall('', 'Hall').scenes],
  wall_id: 'a'.repeat(24),
  owner: 'b'.repeat(24),
  revision,
  created_at: 0,
  updated_at: 0,
});

it('has a new wall as it was typed after a reload, until it is saved', async () => {
  const connection = new FakeConnection();
  const open = () => draw(<NewWallPage />, connection, '/walls/new');
  leave = open();
  await name().fill('Stairs');
  leave();
  leave = open();
  await expect.element(name()).toHaveValue('Stairs');
  const kept = () => sessionStorage.getItem('muster-draft:wall:new');
  expect(kept()).toContain('Stairs');
  connection.answer('wallCreate', () => ({ ok: true, value: { wall: wall(1) } as never }));
  await page.getByRole('button', { name: 'Save the wall' }).click();
  await expect.poll(() => connection.inputs('wallCreate')).toHaveLength(1);
  await expect.poll(kept).toBeNull();
});

it('has the changes of a wall after a reload, and says that somebody saved it meanwhile', async () => {
  const connection = new FakeConnection();
  const open = (revision: number) => {
    connection.answer('wallRead', () => ({ ok: true, value: { wall: wall(revision) } as never }));
    return draw(<EditWallPage wallId={wall(1).wall_id} />, connection, '/walls/a');
  };
  leave = open(1);
  await name().fill('Great hall');
  leave();
  leave = open(2);
  await expect.element(name()).toHaveValue('Great hall');
  await page.getByRole('button', { name: 'Load what it is now' }).click();
  await expect.element(name()).toHaveValue('Hall');
});
