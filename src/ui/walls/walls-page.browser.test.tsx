import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { ConnectionState } from '../../domain/rows.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { draw } from '../app/doubles.tsx';
import { FakeConnection, refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { WallsPage } from './walls-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const HALL: RowOf<'walls'> = {
  id: 'a'.repeat(24),
  server_id: null,
  name: 'Hall',
  revision: 1,
  scenes: 3,
  created_at: 0,
  updated_at: 0,
};

function displays(...shown: readonly (string | null)[]): readonly RowOf<'displays'>[] {
  return shown.map((wall_id, index) => ({
    id: String(index).repeat(24),
    server_id: null,
    name: `Television ${index}`,
    wall_id,
    paired_at: 0,
    last_seen: null,
    online: false,
    user_agent: '',
  }));
}

function show(connection = new FakeConnection()): FakeConnection {
  link(connection, connection.sign.connection);
  leave = draw(<WallsPage />, connection, '/walls');
  return connection;
}

function link(connection: FakeConnection, state: ConnectionState): void {
  connection.put('link', [{ id: 'link', connection: state, fresh_at: null }]);
}

const walls = page.getByRole('region', { name: 'Walls' });
const line = walls.getByRole('row').filter({ hasText: 'Hall' });

it('waits for walls, follows them, and counts the displays of each once those are told', async () => {
  const connection = show();
  await expect.element(walls).toBeVisible();
  expect(page.getByText(/No walls yet/).elements()).toEqual([]);
  connection.tell('walls', []);
  await expect.element(page.getByText(/No walls yet/)).toBeVisible();
  connection.tell('walls', [HALL]);
  await expect.element(line).toBeVisible();
  // On a phone an empty one is not shown.
  const cells = () =>
    [...line.element().querySelectorAll('td')].slice(0, 2).map((cell) => cell.textContent);
  expect(cells()).toEqual(['3', '']);
  connection.tell('displays', displays(HALL.id, null, HALL.id));
  await expect.poll(cells).toEqual(['3', '2']);
  connection.tell('walls', [{ ...HALL, name: 'Hall of fame', scenes: 4 }]);
  await expect.poll(cells).toEqual(['4', '2']);
});

it('says of a recording without walls that they are not in it, and not that there are none', async () => {
  const connection = new FakeConnection().tell('walls', []).tell('displays', []);
  connection.replaying = true;
  show(connection);
  const untold = page.getByText('Not known for this moment.');
  await expect.poll(() => untold.elements()).toHaveLength(2);
  connection.tell('walls', [HALL]);
  await expect.element(line).toBeVisible();
});

it('says that walls may be others by now while there is no connection', async () => {
  const connection = show();
  const lost = { kind: 'lost', since: 0, attempt: 0, retry_at: 0 } as const;
  const stale = page.getByText(/this list may be out of date/);
  link(connection, lost);
  await expect
    .element(page.getByText(/Unknown while there is no connection/).first())
    .toBeVisible();
  expect(stale.elements()).toEqual([]);
  connection.tell('walls', [HALL]);
  await expect.element(stale).toBeVisible();
  await expect.element(line).toBeVisible();
  link(connection, connection.sign.connection);
  await expect.element(stale).not.toBeInTheDocument();
});

it('deletes one, of which it says how many displays show it, and keeps a refusal', async () => {
  const connection = show();
  connection.tell('walls', [HALL]).tell('displays', displays(HALL.id));
  connection.answer('wallDelete', () => refusal('not-found'));
  await page.getByRole('button', { name: 'Delete Hall' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/^1 of your displays shows it/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect
    .poll(() => connection.inputs('wallDelete'))
    .toEqual([{ params: { wall_id: HALL.id }, body: {} }]);
  await expect.element(dialog.getByText(/you may not see it/)).toBeVisible();
  connection.answer('wallDelete', () => ({ ok: true, value: { position: 2 } }));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});
