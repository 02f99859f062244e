import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { LinkRow } from '../../../domain/rows.ts';
import { CLOSE } from '../../../protocol/close-codes.ts';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, wallTakenAway } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { DisplayPage } from '../../walls/display-page.tsx';
import { Bare } from '../frame/bare.tsx';
import { SignedIn } from './signed-in.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  localStorage.removeItem('muster-wall-reloads');
});

const link = (status: number): LinkRow => ({
  id: 'link',
  connection: { kind: 'refused', status },
  fresh_at: null,
});
const portal = (
  <SignedIn>
    <Bare>
      <input aria-label="Name" />
    </Bare>
  </SignedIn>
);

it('says on a page that the host was updated, and keeps what was typed there', async () => {
  const connection = new FakeConnection().put('account', [accountRow()]);
  leave = draw(portal, connection, '/dashboard');
  await page.getByLabelText('Name').fill('Half a wall');
  connection.put('link', [link(CLOSE.PROTOCOL)]);
  await expect.element(page.getByText(/^Muster was updated/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect.element(page.getByLabelText('Name')).toHaveValue('Half a wall');
});

it('says it instead of a page that has nothing to show', async () => {
  const connection = new FakeConnection().put('link', [link(CLOSE.PROTOCOL)]);
  leave = draw(portal, connection, '/dashboard');
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});

it('says that the host refuses for another reason', async () => {
  const connection = new FakeConnection().put('account', [accountRow()]).put('link', [link(403)]);
  leave = draw(portal, connection, '/dashboard');
  await expect.element(page.getByText(/refuses the connection \(403\)/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Connect now' })).toBeVisible();
});

it('lets a television reload that shows no wall yet', async () => {
  // It has just reloaded often enough: it says so, and waits.
  localStorage.setItem('muster-wall-reloads', JSON.stringify(Array(9).fill(Date.now())));
  const connection = new FakeConnection().put('link', [link(CLOSE.PROTOCOL)]);
  leave = draw(<DisplayPage />, connection, '/display');
  await expect.element(page.getByText(/^Muster was updated/)).toBeVisible();
  leave();
  connection.put('account', [accountRow()]);
  connection.answer('displaySession', wallTakenAway);
  leave = draw(<DisplayPage />, connection, '/display');
  await expect.element(page.getByText(/^Muster was updated/)).toBeVisible();
});
