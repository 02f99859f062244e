import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SERVER_ACTION } from '../../../protocol/enumerations.ts';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, refusal, SERVER_ID, serverRow } from '../../data/doubles.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { Composer } from './composer.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

it('keeps a message that the server did not get, and lets go of one that it has', async () => {
  const connection = new FakeConnection().put('account', [accountRow()]).put('feed', []);
  connection.act = () => refusal('no-answer');
  leave = draw(<Composer server={serverRow()} />, connection, `/dashboard/${SERVER_ID}`);
  const field = page.getByRole('textbox');
  await field.fill('restart soon');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => connection.acts).toHaveLength(1);
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(field).toHaveValue('restart soon');
  connection.act = () => ({ ok: true, value: '' });
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('');
  const request = { action: SERVER_ACTION.MESSAGE_PUBLIC, text: 'restart soon' };
  expect(connection.acts.map((act) => act.request)).toEqual([request, request]);
});
