import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { FakeConnection, refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { PairPage } from './pair-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

it('a code that no screen shows is told at its field, which has the focus', async () => {
  const facts = { revision: 1, scenes: 1, created_at: 0, updated_at: 0 };
  const wall = { id: 'a'.repeat(24), server_id: null, name: 'Hall', ...facts };
  const connection = new FakeConnection()
    .tell('walls', [wall])
    .answer('displayPair', () => refusal('pairing-code-unknown'));
  leave = draw(<PairPage />, connection, '/walls/pair');
  const code = page.getByLabelText('Code', { exact: false });
  await code.fill('ABCD2345');
  await page.getByLabelText('Name', { exact: false }).fill('Lobby');
  await page.getByRole('button', { name: 'Pair' }).click();
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  await expect.element(code).toHaveFocus();
  await expect.element(page.getByText(/^No screen shows this code/)).toBeVisible();
});

it('a screen is not named nothing: the field says so, and has the focus', async () => {
  const connection = new FakeConnection();
  const display = { id: 'd'.repeat(24), name: 'Hall' };
  const nothing = () => {};
  leave = draw(<RenameDialog display={display} onClose={nothing} />, connection, '/walls');
  const name = page.getByRole('textbox');
  await name.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await expect.element(name).toHaveFocus();
  expect(connection.inputs('displayEdit')).toEqual([]);
  await name.fill('Stairs');
  await expect.element(name).not.toHaveAttribute('aria-invalid', 'true');
});
