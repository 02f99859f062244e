import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import {
  accountRow,
  FakeConnection,
  playerView,
  refusal,
  SERVER_ID,
  serverRow,
} from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { PlayerDialog } from './player-dialog.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const ann = playerView();

it('keeps a reason that the host refuses, and closes when the kick is done', async () => {
  let closed = 0;
  const answers = [refusal('rate-limited'), { ok: true as const, value: 'e'.repeat(24) }];
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('server', [serverRow()])
    .put('players', [ann]);
  connection.act = () => answers.shift() ?? refusal('rate-limited');
  leave = draw(
    <PlayerDialog
      serverId={SERVER_ID}
      question={{ what: 'kick', player: ann }}
      onClose={() => closed++}
    />,
    connection,
    '/dashboard',
  );
  const reason = page.getByRole('textbox');
  await reason.fill('Third warning: no bases on the airfield');
  await page.getByRole('button', { name: 'Kick', exact: true }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(reason).toHaveValue('Third warning: no bases on the airfield');
  expect(closed).toBe(0);
  await page.getByRole('button', { name: 'Kick', exact: true }).click();
  await expect.poll(() => closed).toBe(1);
  expect(connection.acts).toHaveLength(2);
});

it('says that the player has left while the reason was typed, and sends nothing then', async () => {
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('server', [serverRow()])
    .put('players', [ann]);
  connection.act = () => ({ ok: true, value: '' });
  leave = draw(
    <PlayerDialog
      serverId={SERVER_ID}
      question={{ what: 'kick', player: ann }}
      onClose={() => {}}
    />,
    connection,
    '/dashboard',
  );
  const reason = page.getByRole('textbox');
  const kick = page.getByRole('button', { name: 'Kick', exact: true });
  await reason.fill('No bases');
  await expect.element(kick).not.toHaveAttribute('aria-disabled');
  connection.put('players', []);
  await expect.element(page.getByText(/Ann.* has left the server/)).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: /Kick .*Ann/ })).toBeVisible();
  await expect.element(kick).toHaveAccessibleDescription(/has left the server/);
  await userEvent.type(reason, '{Enter}');
  expect(connection.acts).toEqual([]);
  const { state } = serverRow();
  connection.put('server', [serverRow({ state: { ...state, state: 'DISCONNECTED' } })]);
  await expect.element(page.getByText(/not connected/)).toBeVisible();
  connection.put('server', [serverRow()]).put('players', [ann]);
  await userEvent.type(reason, '{Enter}');
  await expect.poll(() => connection.acts).toMatchObject([{ playerName: 'Ann' }]);
});
