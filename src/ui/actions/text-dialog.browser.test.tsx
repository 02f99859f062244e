import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { accountRow, FakeConnection, refusal, SERVER_ID } from '../data/doubles.ts';
import { draw } from '../doubles.tsx';
import { startTexts } from '../text/i18n.ts';
import { PlayerDialog } from './player-dialog.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

it('keeps a reason that the host refuses, and closes when the kick is done', async () => {
  let closed = 0;
  const answers = [refusal('rate-limited'), { ok: true as const, value: 'e'.repeat(24) }];
  const connection = new FakeConnection().put('account', [accountRow()]);
  connection.act = () => answers.shift() ?? refusal('rate-limited');
  leave = draw(
    <PlayerDialog
      serverId={SERVER_ID}
      question={{ what: 'kick', player: { id: 'd'.repeat(24), muster_id: null, name: 'Ann' } }}
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
