import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Wall } from '../../protocol/walls/fields.ts';
import { accountRow, FakeConnection, refusal, serverRow } from '../data/doubles.ts';
import { draw } from '../doubles.tsx';
import { startTexts } from '../text/i18n.ts';
import { WallPage } from './page.tsx';
import { quickWall } from './quick-wall.ts';

import '../style/base.css';
import '../parts/parts.css';

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
afterEach(() => leave());

/** A saved wall on the screen, with the account's stream at its first position. */
async function open(): Promise<FakeConnection> {
  const connection = new FakeConnection();
  connection.put('account', [accountRow({ position: 1 })]);
  connection.put('link', [{ id: 'link', connection: connection.sign.connection, fresh_at: null }]);
  connection.put('servers', [serverRow()]);
  connection.answer('wallRead', () => ({ ok: true, value: { wall: wall('Lobby', 1) } }));
  leave = draw(<WallPage wallId={WALL_ID} />, connection, `/wall/${WALL_ID}`);
  await expect.element(page.getByRole('main', { name: 'Lobby' })).toBeInTheDocument();
  return connection;
}

it('shows what somebody else made of the wall, as soon as the host tells that walls changed', async () => {
  const connection = await open();
  connection.answer('wallRead', () => ({ ok: true, value: { wall: wall('Hall', 2) } }));
  expect(connection.inputs('wallRead')).toHaveLength(1);
  connection.put('account', [accountRow({ position: 2 })]);
  await expect.element(page.getByRole('main', { name: 'Hall' })).toBeInTheDocument();
});

it('stays while the host cannot be reached, and goes when it is deleted', async () => {
  const connection = await open();
  connection.answer('wallRead', () => ({ ok: false, error: { kind: 'unreachable' } }));
  connection.put('account', [accountRow({ position: 2 })]);
  await expect.poll(() => connection.inputs('wallRead').length).toBe(2);
  await expect.element(page.getByRole('main', { name: 'Lobby' })).toBeInTheDocument();
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
