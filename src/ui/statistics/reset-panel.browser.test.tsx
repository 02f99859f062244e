import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, refusal, SERVER_ID } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { ResetPanel } from './reset-panel.tsx';
import { ResetPlayer } from './reset-player.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const PLAYER = 'b'.repeat(24);
const DONE = { ok: true, value: { status: true } } as const;
const RESETS = ['gameStatisticsReset', 'allStatisticsReset', 'playerStatisticsReset'] as const;

function connect() {
  const connection = new FakeConnection();
  for (const call of RESETS) connection.answer(call, () => DONE);
  return connection;
}

function open(...permissions: ServerPermission[]) {
  const account = accountRow({ servers: { [SERVER_ID]: permissions } });
  const connection = connect();
  leave = draw(<ResetPanel serverId={SERVER_ID} account={account} />, connection, '/');
  return connection;
}

const reset = (name: string) => page.getByRole('button', { name, exact: true });

it.each([
  ['game', 'Reset game statistics', /Time played stays/, 'gameStatisticsReset'],
  ['all', 'Reset all statistics', /time played and counted play sessions/, 'allStatisticsReset'],
] as const)('forgets %s statistics after saying what goes', async (_, name, says, call) => {
  const connection = open('server.stats.reset-game', 'server.stats.reset-all');
  await reset(name).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(says)).toBeVisible();
  expect(connection.calls).toEqual([]);
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(connection.calls).toEqual([
    { name: call, input: { params: { server_id: SERVER_ID }, body: {} } },
  ]);
});

it('offers each reset to whoever may, and nothing to others', async () => {
  open('server.stats.reset-game');
  await expect.element(reset('Reset game statistics')).toBeVisible();
  await expect.element(reset('Reset all statistics')).not.toBeInTheDocument();
  leave?.();
  open('server.stats.reset-all');
  await expect.element(reset('Reset all statistics')).toBeVisible();
  await expect.element(reset('Reset game statistics')).not.toBeInTheDocument();
  leave?.();
  open('server.view', 'server.stats.reset-player');
  await expect.poll(() => page.getByRole('button').elements()).toEqual([]);
});

it('says what the host refuses, and leaves the question open', async () => {
  const connection = open('server.stats.reset-all');
  connection.answer('allStatisticsReset', () => refusal('permission-denied'));
  await reset('Reset all statistics').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reset all statistics' }).click();
  await expect.element(dialog.getByText(/do not have permission/)).toBeVisible();
});

it('forgets what one player did, by their id', async () => {
  const connection = connect();
  let done = 0;
  leave = draw(
    <ResetPlayer
      serverId={SERVER_ID}
      player={{ id: PLAYER, name: 'Bert' }}
      onDone={() => {
        done += 1;
      }}
    />,
    connection,
    '/',
  );
  await reset('Reset').click();
  const dialog = page.getByRole('dialog', { name: /Bert/ });
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect.poll(() => done).toBe(1);
  expect(connection.calls).toEqual([
    {
      name: 'playerStatisticsReset',
      input: { params: { server_id: SERVER_ID, muster_id: PLAYER }, body: {} },
    },
  ]);
});
