import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { Wall } from '../../protocol/walls/fields.ts';
import { draw } from '../app/doubles.tsx';
import type { CommandError } from '../../worker/contract.ts';
import { FakeConnection, refusal, serverRow } from '../data/doubles.ts';
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

/** The connection is there, and the wall is of this revision; 0: it is gone. */
function tell(connection: FakeConnection, revision: number): void {
  const { wall_id: id, name: called, created_at, updated_at } = wall(revision);
  const row: RowOf<'walls'> = {
    id,
    server_id: null,
    name: called,
    revision,
    scenes: 1,
    created_at,
    updated_at,
  };
  connection.put('link', [{ id: 'link', connection: connection.sign.connection, fresh_at: null }]);
  connection.tell('walls', revision === 0 ? [] : [row]);
  connection.answer('wallRead', () => ({ ok: true, value: { wall: wall(revision) } }));
}

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
  connection.answer('wallCreate', () => ({
    ok: true,
    value: { position: 1, wall_id: wall(1).wall_id },
  }));
  await page.getByRole('button', { name: 'Save the wall' }).click();
  await expect.poll(() => connection.inputs('wallCreate')).toHaveLength(1);
  await expect.poll(kept).toBeNull();
});

it('says at each field what the wire asks of it, and brings the focus to the first', async () => {
  const connection = new FakeConnection().put('servers', []);
  leave = draw(<NewWallPage />, connection, '/walls/new');
  await page.getByLabelText('Seconds for each page').fill('2');
  await page.getByLabelText('Shows').selectOptions('Chosen servers');
  await page.getByRole('button', { name: 'Save the wall' }).click();
  await expect.element(name()).toHaveFocus();
  await expect
    .element(name())
    .toHaveAccessibleDescription(/At most 60 characters This is required/);
  await expect
    .element(page.getByLabelText('Seconds for each page'))
    .toHaveAccessibleDescription(/A whole number from 5 to 3600/);
  const find = page.getByLabelText('Find servers');
  await expect.element(find).toHaveAccessibleDescription('Choose at least one server.');
  await name().fill('Hall');
  await page.getByLabelText('Seconds for each page').fill('20');
  await page.getByRole('button', { name: 'Save the wall' }).click();
  await expect.element(find).toHaveFocus();
  expect(connection.inputs('wallCreate')).toEqual([]);
});

it('shows what the host names as wrong at its field', async () => {
  const connection = new FakeConnection();
  const { error } = refusal('invalid-request') as { error: CommandError & { kind: 'problem' } };
  const problem = { ...error.problem, fields: { 'wall.scenes.0.title': 'too_big' } };
  connection.answer('wallCreate', () => ({ ok: false, error: { kind: 'problem', problem } }));
  leave = draw(<NewWallPage />, connection, '/walls/new');
  await name().fill('Hall');
  await userEvent.keyboard('{Enter}');
  const title = page.getByLabelText('Title');
  await expect.element(title).toHaveAccessibleDescription(/not have the right form/);
  await expect.element(title).toHaveFocus();
  await title.fill('Short');
  await expect.element(title).not.toHaveAttribute('aria-invalid');
});

it('chooses servers by keyboard, all that are found, and none', async () => {
  const other = {
    id: 'e'.repeat(24),
    configuration: { ...serverRow().configuration, identifier: 'Rust 2' },
  };
  const connection = new FakeConnection().put('servers', [serverRow(), serverRow(other)]);
  connection.answer('wallCreate', () => ({
    ok: true,
    value: { position: 1, wall_id: wall(1).wall_id },
  }));
  leave = draw(<NewWallPage />, connection, '/walls/new');
  await name().fill('Hall');
  await page.getByLabelText('Shows').selectOptions('Chosen servers');
  const box = page.getByRole('checkbox', { name: /Rust 2/ });
  await page.getByLabelText('Find servers').click();
  await userEvent.keyboard('{Enter}{Tab}');
  while (document.activeElement !== box.element()) await userEvent.keyboard('{Tab}');
  await userEvent.keyboard(' ');
  await expect.element(page.getByText(/^1 chosen, at most 10,000$/)).toBeVisible();
  await page.getByRole('button', { name: 'Choose all found' }).click();
  await expect.element(page.getByText(/^2 chosen/)).toBeVisible();
  await page.getByRole('button', { name: 'Choose none' }).click();
  await expect.element(page.getByText(/^0 chosen/)).toBeVisible();
  await box.click();
  await page.getByRole('button', { name: 'Save the wall' }).click();
  await expect
    .poll(() => connection.inputs('wallCreate'))
    .toMatchObject([
      { body: { wall: { scenes: [{ source: { kind: 'servers', server_ids: [other.id] } }] } } },
    ]);
});

it('has the changes of a wall after a reload, and says that somebody saved it in the meantime', async () => {
  const connection = new FakeConnection();
  const open = (revision: number) => {
    tell(connection, revision);
    return draw(<EditWallPage wallId={wall(1).wall_id} />, connection, '/walls/a');
  };
  leave = open(1);
  await name().fill('Great hall');
  leave();
  leave = open(2);
  await expect.element(name()).toHaveValue('Great hall');
  await page.getByRole('button', { name: 'Load the saved wall' }).click();
  await expect.element(name()).toHaveValue('Hall');
});

it('keeps what is typed of a wall that goes in the meantime, and says that it is gone', async () => {
  const connection = new FakeConnection();
  tell(connection, 1);
  leave = draw(<EditWallPage wallId={wall(1).wall_id} />, connection, '/walls/a');
  await name().fill('Great hall');
  tell(connection, 0);
  await expect.element(page.getByText(/^This wall was deleted/)).toBeVisible();
  await expect.element(name()).toHaveValue('Great hall');
});

it('is a page that says so where there is no such wall', async () => {
  const connection = new FakeConnection();
  tell(connection, 0);
  leave = draw(<EditWallPage wallId={wall(1).wall_id} />, connection, '/walls/a');
  await expect.element(page.getByRole('heading', { name: 'Wall not found' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'All walls' }))
    .toHaveAttribute('href', '/walls');
  expect(name().query()).toBeNull();
});
