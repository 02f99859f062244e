import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Wall } from '../../../protocol/walls/fields.ts';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, refusal, serverRow } from '../../data/doubles.ts';
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

let leave = () => {};
afterEach(() => {
  leave();
  localStorage.clear();
});

/** A saved wall on the screen, with the account's stream at its first position. */
async function open(): Promise<FakeConnection> {
  const connection = new FakeConnection();
  connection.put('account', [accountRow({ position: 1 })]);
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
  await expect.element(page.getByText('Muster cannot be reached', { exact: false })).toBeVisible();
  leave();
  alone.put('account', [accountRow()]);
  forgetWalls('account');
  start();
  await expect.poll(() => alone.inputs('wallRead').length).toBe(3);
  expect(wallShown.query()).toBeNull();
});

it('shows what somebody else made of the wall, as soon as the host tells that walls changed', async () => {
  const connection = await open();
  connection.answer('wallRead', () => ({ ok: true, value: { wall: wall('Hall', 2) } }));
  connection.put('account', [accountRow({ position: 2 })]);
  await expect.element(page.getByRole('main', { name: 'Hall' })).toBeVisible();
});

it('stays while the host cannot be reached, and goes when it is deleted', async () => {
  const connection = await open();
  const asked = connection.inputs('wallRead').length;
  connection.answer('wallRead', () => ({ ok: false, error: { kind: 'unreachable' } }));
  connection.put('account', [accountRow({ position: 2 })]);
  await expect.poll(() => connection.inputs('wallRead').length).toBeGreaterThan(asked);
  await expect.element(page.getByRole('main', { name: 'Lobby' })).toBeVisible();
  connection.answer('wallRead', () => refusal('not-found'));
  connection.put('account', [accountRow({ position: 3 })]);
  await expect.element(page.getByText('This wall is gone, or is not for you.')).toBeVisible();
});

it('says that a scene is without servers only once it knows of some, or may see none', async () => {
  const connection = await open();
  const totals = { id: 'totals', online: 0, players: 0, slots: 0, queued: 0, unknown: 0 } as const;
  connection.put('totals', [{ ...totals, servers: 0 }]);
  connection.put('servers', []);
  await expect.element(page.getByText('Waiting for the first figures.')).toBeVisible();
  connection.put('totals', [{ ...totals, servers: 1 }]);
  await expect.element(page.getByText('No server is in this scene.')).toBeVisible();
});
