import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { RowOf } from '../../../protocol/resources/registry.ts';
import type { Wall } from '../../../protocol/walls/fields.ts';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { forgetWalls } from './forget-walls.ts';
import { WallPage } from './page.tsx';
import { quickWall } from './quick-wall.ts';

import '../../style/base.css';
import '../../parts/parts.css';
import '../../shell/frame/frame.css';

await startTexts();

const WALL_ID = 'c'.repeat(24);

function wall(name: string, revision: number): Wall {
  const { scenes, ...rest } = quickWall('', name);
  const owner = accountRow().muster_id;
  return {
    ...rest,
    scenes: [...scenes],
    wall_id: WALL_ID,
    owner,
    revision,
    created_at: 0,
    updated_at: revision,
  };
}

/** As the list of walls has it. */
function row(name: string, revision: number): RowOf<'walls'> {
  const facts = { scenes: 1, created_at: 0, updated_at: revision };
  return { id: WALL_ID, server_id: null, name, revision, ...facts };
}

let leave = () => {};
afterEach(() => {
  leave();
  localStorage.clear();
});

/** A saved wall on the screen, of its first revision. */
async function open(): Promise<FakeConnection> {
  const connection = new FakeConnection();
  connection.put('account', [accountRow()]);
  connection.tell('walls', [row('Lobby', 1)]);
  connection.put('link', [{ id: 'link', connection: connection.sign.connection, fresh_at: null }]);
  connection.put('servers', [serverRow()]);
  connection.answer('wallRead', () => ({ ok: true, value: { wall: wall('Lobby', 1) } }));
  leave = draw(<WallPage wallId={WALL_ID} />, connection, `/wall/${WALL_ID}`);
  await expect.element(page.getByRole('main', { name: 'Lobby' })).toBeVisible();
  return connection;
}

it('is what was shown here last while the host does not answer, for the same account until it signs out', async () => {
  await open();
  leave();
  const alone = new FakeConnection();
  const lost = { kind: 'lost', since: 0, attempt: 0, retry_at: 0 } as const;
  alone.sign = { connection: lost, silent: 0, fresh_at: Date.now() - 300_000 };
  alone.put('account', [accountRow()]);
  alone.put('link', [{ id: 'link', connection: lost, fresh_at: alone.sign.fresh_at }]);
  alone.put('servers', [serverRow()]);
  const start = () => {
    leave = draw(<WallPage wallId={WALL_ID} />, alone, `/wall/${WALL_ID}`);
  };
  const wallShown = page.getByRole('main', { name: 'Lobby' });
  start();
  await expect.element(wallShown).toBeVisible();
  await expect.element(page.getByText(/Figures as of .+, 5 min ago/)).toBeVisible();
  await expect.element(page.getByText(/Stale, 5 min old/)).toBeInTheDocument();
  leave();
  alone.put('account', [accountRow({ muster_id: 'd'.repeat(24) })]);
  start();
  const unknown = page.getByText('Unknown while there is no connection to Muster.');
  await expect.element(unknown).toBeVisible();
  leave();
  alone.put('account', [accountRow()]);
  forgetWalls('account');
  start();
  await expect.element(unknown).toBeVisible();
  expect(wallShown.query()).toBeNull();
  expect(alone.inputs('wallRead')).toEqual([]);
});

it('is read again as soon as the host tells another revision, and not before', async () => {
  const connection = await open();
  connection.answer('wallRead', () => ({ ok: true, value: { wall: wall('Hall', 2) } }));
  connection.put('account', [accountRow({ position: 2 })]);
  connection.tell('walls', [row('Hall', 1)], true);
  await expect.element(page.getByRole('main', { name: 'Lobby' })).toBeVisible();
  expect(connection.inputs('wallRead')).toHaveLength(1);
  connection.tell('walls', [row('Hall', 2)]);
  await expect.element(page.getByRole('main', { name: 'Hall' })).toBeVisible();
  expect(connection.inputs('wallRead')).toHaveLength(2);
});

it('stays while the host cannot be reached, and goes when it is deleted', async () => {
  const connection = await open();
  connection.answer('wallRead', () => ({ ok: false, error: { kind: 'unreachable' } }));
  connection.tell('walls', [row('Hall', 2)]);
  await expect.poll(() => connection.inputs('wallRead')).toHaveLength(2);
  await expect.element(page.getByRole('main', { name: 'Lobby' })).toBeVisible();
  connection.tell('walls', []);
  await expect.element(page.getByRole('heading', { name: 'Wall not found' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'All walls' })).toBeVisible();
  connection.answer('wallRead', () => ({ ok: true, value: { wall: wall('Lobby', 1) } }));
  connection.tell('walls', [row('Lobby', 1)]);
  await expect.element(page.getByRole('main', { name: 'Lobby' })).toBeVisible();
});

it('says why it cannot be read, and in a recording that it is not told', async () => {
  const connection = new FakeConnection().tell('walls', [row('Lobby', 1)]);
  connection.put('link', [{ id: 'link', connection: connection.sign.connection, fresh_at: null }]);
  const start = () => {
    leave = draw(<WallPage wallId={WALL_ID} />, connection, `/wall/${WALL_ID}`);
  };
  start();
  await expect.element(page.getByText('Muster cannot be reached', { exact: false })).toBeVisible();
  leave();
  const asked = connection.inputs('wallRead').length;
  connection.replaying = true;
  start();
  const untold = page.getByText('Not known for this moment.');
  await expect.element(untold).toBeVisible();
  connection.tell('walls', [row('Hall', 2)]);
  await expect.element(untold).toBeVisible();
  connection.tell('walls', []);
  await expect.element(untold).toBeVisible();
  expect(connection.inputs('wallRead')).toHaveLength(asked);
});

it('says that a scene is without servers only once it knows of some, or may see none', async () => {
  const connection = await open();
  const totals = {
    id: 'totals',
    tags: [],
    online: 0,
    down: 0,
    players: 0,
    slots: 0,
    queued: 0,
    unknown: 0,
  } as const;
  connection.put('totals', [{ ...totals, servers: 0 }]);
  connection.put('servers', []);
  await expect.element(page.getByText('Waiting for the first figures.')).toBeVisible();
  connection.put('totals', [{ ...totals, servers: 1 }]);
  await expect.element(page.getByText('No server is in this scene.')).toBeVisible();
});
